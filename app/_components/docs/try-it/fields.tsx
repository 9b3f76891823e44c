import { useTranslations } from "next-intl";
import type { FormField } from "@/site/docs/tables.ts";
import { UNCORRECTED } from "../../uncorrected.ts";

/** Most readers change these parameters; all others are folded. */
const USUAL = new Set([
  "username",
  "usernames",
  "view",
  "size",
  "type",
  "format",
  "overlay",
  "default",
]);

const FIELDS =
  "grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-3 gap-y-2.5 empty:hidden";

interface FieldsProps {
  /** The id of the form. */
  anchor: string;
  /** The anchors in the table of parameters begin with it. */
  table: string;
  fields: readonly FormField[];
}

/** The inputs of a form. */
export function Fields({ fields, ...where }: FieldsProps) {
  const t = useTranslations("TryIt");
  const usual = fields.filter(({ name, isRequired = false }) => isRequired || USUAL.has(name));
  const others = fields.filter((field) => !usual.includes(field));
  return (
    <>
      <div className={FIELDS}>
        {usual.map((field) => (
          <Field key={field.name} {...where} field={field} />
        ))}
      </div>
      {others.length > 0 && (
        <details>
          <summary className="disclosure">{t("more")}</summary>
          <div className={FIELDS}>
            {others.map((field) => (
              <Field key={field.name} {...where} field={field} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

interface FieldProps extends Omit<FieldsProps, "fields"> {
  field: FormField;
}

/** One parameter. Invalid values can be sent, since the service explains the error. */
function Field({ anchor, table, field }: FieldProps) {
  const t = useTranslations("TryIt");
  const { name, isRequired = false } = field;
  const id = `${anchor}-${name}`;
  if (field.kind === "fixed") return <input type="hidden" name={name} value={field.value} />;
  return (
    <div className="flex min-w-0 flex-col gap-0.5 [&:first-child:not(:last-child)]:col-span-full">
      {/* Names and values are read from left to right. */}
      <label
        htmlFor={id}
        dir="ltr"
        className="flex flex-wrap items-baseline justify-between gap-x-2 text-sm text-muted"
      >
        <b className="font-mono text-ink">{name}</b>
        {isRequired && <bdi>{t("required")}</bdi>}
      </label>
      {/* The table of parameters shows the description, which is read aloud here. */}
      <Input id={id} field={field} describedBy={`${table}-${name}`} />
    </div>
  );
}

interface InputProps {
  id: string;
  field: FormField;
  describedBy: string;
}

function Input({ id, field, describedBy }: InputProps) {
  const t = useTranslations("TryIt");
  const className =
    "min-h-11 w-full min-w-0 rounded-md border border-edge bg-paper px-3 font-mono text-sm";
  const common = { id, name: field.name, "aria-describedby": describedBy, dir: "ltr", className };
  switch (field.kind) {
    case "choice":
      return (
        <select
          {...common}
          defaultValue={field.defaultValue ?? ""}
          className={`${className} cursor-pointer`}
        >
          {field.defaultValue === undefined && (
            // Until scripts run: a plain form would send the parameter empty.
            <option value="" disabled>
              {t("leftOut")}
            </option>
          )}
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    case "integer": {
      const { min, max, defaultValue } = field;
      const limits = { min, max, defaultValue };
      return <input {...common} type="number" inputMode="numeric" {...limits} />;
    }
    default:
      return (
        <input {...common} type="text" dir="auto" {...UNCORRECTED} defaultValue={field.value} />
      );
  }
}
