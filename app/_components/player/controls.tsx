import { useTranslations } from "next-intl";
import { useId } from "react";
import type { Edition } from "@/lib/contract/profile.ts";
import type { EditionPlayer } from "@/lib/site/people.ts";
import { Icon, type Shape } from "../icon.tsx";

interface ChoiceProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** Radio buttons side by side, as one control. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, options, chosen, onChoose } = props;
  const name = useId();
  return (
    <fieldset className="text-sm noscript:hidden">
      <legend className="pb-1 font-semibold">{legend}</legend>
      <div className="inline-flex flex-wrap gap-1 rounded-md border border-edge bg-surface p-1">
        {options.map(({ value, label }) => (
          <label key={value} className="choice">
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const accents = {
  java: "border-java text-java",
  bedrock: "border-bedrock text-bedrock",
} as const;

/** Which edition something belongs to. */
export function EditionLabel({ edition }: { edition: Edition }) {
  const t = useTranslations("EditionLabel");
  return (
    <span className={`inline-block border-s-4 ps-2 text-sm font-bold ${accents[edition]}`}>
      {t(edition)}
    </span>
  );
}

interface EditionChoiceProps {
  legend: string;
  players: readonly EditionPlayer[];
  chosen: EditionPlayer;
  onChoose: (player: EditionPlayer) => void;
}

/** Chooses between the editions of a player where there are two. */
export function EditionChoice({ legend, players, chosen, onChoose }: EditionChoiceProps) {
  const t = useTranslations("EditionLabel");
  if (players.length < 2) return null;
  return (
    <Choice
      legend={legend}
      options={players.map(({ edition }) => ({ value: edition, label: t(edition) }))}
      chosen={chosen.edition}
      onChoose={(value) => onChoose(players.find(({ edition }) => edition === value) ?? chosen)}
    />
  );
}

interface CheckBoxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox with a label that is large enough for a thumb. */
export function CheckBox({ label, checked, onChange }: CheckBoxProps) {
  return (
    <label className="flex min-h-11 items-center gap-2 text-sm font-semibold">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-action"
      />
      {label}
    </label>
  );
}

interface StageButtonProps {
  label: string;
  icon: Shape;
  onClick: () => void;
}

/** An icon button that is large enough for a thumb. */
export function StageButton({ label, icon, onClick }: StageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-11 cursor-pointer place-items-center rounded-md border border-edge bg-surface hover:bg-sunken"
    >
      <Icon shape={icon} size={18} />
    </button>
  );
}
