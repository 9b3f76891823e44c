import { useTranslations } from "next-intl";
import { useId, useSyncExternalStore, type ReactNode } from "react";
import type { FormField } from "@/lib/docs/form.ts";

const BOX =
  "min-h-11 w-full rounded-md border border-edge bg-paper px-3 font-mono text-sm placeholder:text-muted";

/** One parameter. What is wrong may be sent: the service says why it is. */
export function Field({ field }: { field: FormField<ReactNode> }) {
  const t = useTranslations("TryIt");
  const id = useId();
  const { name, isRequired, meaning } = field;
  if (field.kind === "fixed") return <input type="hidden" name={name} value={field.value} />;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="flex items-baseline justify-between gap-2">
        <span dir="ltr" className="font-mono text-sm font-semibold">
          {name}
        </span>
        {isRequired && <span className="text-sm text-muted">{t("required")}</span>}
      </label>
      <Input id={id} field={field} />
      {/* On a phone the table above says it. */}
      <p id={`${id}-meaning`} className="text-sm text-pretty text-muted max-sm:sr-only">
        {meaning}
      </p>
    </div>
  );
}

function Input({ id, field }: { id: string; field: FormField<ReactNode> }) {
  const common = { id, name: field.name, "aria-describedby": `${id}-meaning`, dir: "ltr" };
  if (field.kind === "choice") {
    return (
      <select {...common} defaultValue={field.standard ?? ""} className={`${BOX} cursor-pointer`}>
        {field.standard === undefined && <LeftOut />}
        {field.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  }
  if (field.kind === "integer") {
    const { min, max, standard } = field;
    return (
      <input
        {...common}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        defaultValue={standard}
        className={BOX}
      />
    );
  }
  return (
    <input
      {...common}
      type="text"
      autoCapitalize="none"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      defaultValue={"value" in field ? field.value : ""}
      className={BOX}
    />
  );
}

/** The choice to give none. A plain form would send it empty, unless it cannot be chosen. */
function LeftOut() {
  const t = useTranslations("TryIt");
  const isAlive = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (
    <option value="" disabled={!isAlive}>
      {t("leftOut")}
    </option>
  );
}
