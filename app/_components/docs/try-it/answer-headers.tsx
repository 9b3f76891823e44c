import { useTranslations } from "next-intl";
import { ChevronRight } from "lucide-react";

export interface AnswerHeadersProps {
  headers: readonly (readonly [name: string, value: string])[];
  /** Those that clients may rely on: they come first, in their usual spelling. */
  first: readonly string[];
}

export function AnswerHeaders({ headers, first }: AnswerHeadersProps) {
  const t = useTranslations("TryIt");
  const given = new Map(headers);
  const known = first.flatMap((name) => {
    const value = given.get(name.toLowerCase());
    return value === undefined ? [] : [[name, value] as const];
  });
  const promised = new Set(first.map((name) => name.toLowerCase()));
  const others = headers.filter(([name]) => !promised.has(name));
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 text-sm font-semibold hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted group-open:rotate-90 rtl:-scale-x-100"
        />
        {t("headers", { count: headers.length })}
      </summary>
      <dl dir="ltr" className="px-4 pb-3 font-mono text-sm">
        {[...known, ...others].map(([name, value], index) => (
          <div key={name} className="py-0.5 break-words">
            <dt className={`inline ${index < known.length ? "font-semibold" : "text-muted"}`}>
              {name}:
            </dt>{" "}
            <dd className="inline">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
