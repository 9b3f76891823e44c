import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { CopyButton } from "../../copy-button.tsx";

/** What will be asked for, to be copied. */
export function RequestLine({ base, url }: { base: string; url: string }) {
  const t = useTranslations("TryIt");
  const origin = useSyncExternalStore(
    () => () => undefined,
    () => location.origin,
    () => base,
  );
  return (
    <div className="flex items-center justify-between gap-3 rounded-md bg-sunken px-3 py-1 noscript:hidden">
      <span dir="ltr" className="min-w-0 py-1 font-mono text-sm break-all">
        <span className="font-semibold text-good">GET</span> {origin}
        {url}
      </span>
      <CopyButton label={t("address")} value={origin + url} />
    </div>
  );
}
