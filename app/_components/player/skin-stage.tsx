"use client";

import { useTranslations } from "next-intl";
import { useRef, useState, type ReactNode } from "react";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { playersOf } from "@/site/pages/people.ts";
import { Icon } from "../icon.tsx";
import { Choice } from "../choice.tsx";
import { useLostSkins } from "./lost-skins.tsx";
import type { Side, Viewer } from "./open-viewer.ts";
import type * as SkinViewer from "./skin-viewer.tsx";

const TURN =
  "M15.194 13.707l3.814 1.86-1.86 3.814M16.47214 7.52786 A 5 10 0 1 0 13 21.79796M21.79796 11 A 10 5 0 1 0 19 15.57071";

const sides = ["iso", "front", "back"] as const satisfies readonly Side[];

/** Why there is no 3D view: for good, as long as there is no connection, or as long as the skin is lost. */
type Failure = "unavailable" | "unreached" | "lost";
/** The stage shows drawings until the 3D view is wanted, and again when that fails. */
type StageState = "drawn" | "wanted" | Failure;

interface SkinStageProps {
  profile: ProfileBody;
  /** The URL of this instance. */
  origin: string;
  plates: ReactNode;
  figures: ReactNode;
  downloads: ReactNode;
}

/**
 * The player under the name plate: a drawing of each edition from each side, of which the stylesheet shows the
 * chosen one, and the 3D viewer in their place as soon as the visitor wants to turn the player.
 */
export function SkinStage({ profile, origin, plates, figures, downloads }: SkinStageProps) {
  const t = useTranslations("SkinStage");
  const marks = useTranslations("EditionMarks");
  const stage = useRef<HTMLElement>(null);
  const [state, setState] = useState<StageState>("drawn");
  const [chosen, setChosen] = useState<{ shown?: string; side: Side }>({ side: "iso" });
  const [code, setCode] = useState<typeof SkinViewer>();
  const losses = useLostSkins();
  /** Once it shows the player. */
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const players = playersOf(profile);
  const player = players.find(({ edition }) => edition === chosen.shown) ?? players[0];
  if (player === undefined) return null;

  // They may have been chosen before hydration.
  const readChoices = () => {
    const inputs = stage.current?.querySelectorAll<HTMLInputElement>(":checked") ?? [];
    setChosen({
      side: "iso",
      ...Object.fromEntries([...inputs].map(({ name, value }) => [name, value])),
    });
  };
  const isLost = losses.isLost(player.edition);
  const fail = (failure: Failure) => {
    if (failure === "lost") losses.lose(player.edition);
    setViewer(null);
    setState(failure);
  };
  const open = async () => {
    readChoices();
    if (isLost) return fail("lost");
    setState("wanted");
    try {
      if (!hasWebGl()) return fail("unavailable");
      setCode(await import("./skin-viewer.tsx"));
    } catch {
      fail("unreached");
    }
  };
  const opened = code && viewer && { code, viewer };
  const isLoading = state === "wanted" && !viewer;

  return (
    <section
      ref={stage}
      aria-labelledby="stage"
      className="skin-stage stage cut"
      onChange={readChoices}
    >
      <h2 id="stage" className="sr-only">
        {t("title")}
      </h2>
      <div className="skin-light">
        {plates}
        <div className="skin-figures">
          {!viewer && figures}
          {code && state === "wanted" && (
            <code.SkinCanvas
              player={player}
              side={chosen.side}
              onReady={setViewer}
              isReady={viewer !== null}
              onFailure={fail}
            />
          )}
        </div>
      </div>
      <div className="skin-controls">
        {players.length > 1 && (
          <Choice
            legend={t("edition")}
            name="shown"
            options={players.map(({ edition }) => ({ value: edition, label: marks(edition) }))}
          />
        )}
        <Choice
          legend={t("view")}
          name="side"
          options={sides.map((value) => ({ value, label: t(value) }))}
        />
        <div className="skin-actions">
          {opened ? (
            <opened.code.SavePose viewer={opened.viewer} player={player} origin={origin} />
          ) : (
            <TurnButton
              name={player.name}
              isPossible={state !== "unavailable" && !isLost}
              isLoading={isLoading}
              onPress={() => void open()}
            />
          )}
          {downloads}
        </div>
        {opened && <opened.code.StageTools viewer={opened.viewer} />}
        <StageStatus state={state} isLost={isLost} isLoading={isLoading} />
        {viewer && (
          <p id="stage-help" className="sr-only">
            {t("help")}
          </p>
        )}
      </div>
    </section>
  );
}

interface TurnButtonProps {
  /** The name of the player. */
  name: string;
  isPossible: boolean;
  isLoading: boolean;
  onPress: () => void;
}

function TurnButton({ name, isPossible, isLoading, onPress }: TurnButtonProps) {
  const t = useTranslations("SkinStage");
  return (
    <button
      type="button"
      aria-label={t("turnNamed", { name })}
      aria-disabled={!isPossible}
      aria-busy={isLoading || undefined}
      onClick={onPress}
      className="button"
    >
      <Icon path={TURN} size={18} />
      {t("turn")}
    </button>
  );
}

interface StageStatusProps {
  state: StageState;
  /** The skin is lost; false again after a refresh. */
  isLost: boolean;
  isLoading: boolean;
}

/** Says that the 3D view is coming, or why it is not. */
function StageStatus({ state, isLost, isLoading }: StageStatusProps) {
  const t = useTranslations("SkinStage");
  const isOver = state === "lost" && !isLost;
  const failure = state !== "drawn" && state !== "wanted" && !isOver && state;
  return (
    <p role="status" className={failure ? "skin-failure" : "sr-only"}>
      {isLoading ? t("loading") : failure && t(failure)}
    </p>
  );
}

/** Checked before the viewer is loaded, which takes 130 kB and logs an error without WebGL. */
function hasWebGl(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}
