import { useTranslations } from "next-intl";
import { Button } from "../../button.tsx";
import type { SearchState } from "./use-search.ts";

/** How the search went: spoken always, shown when there is nothing to choose. */
export function SearchNote({ state }: { state: SearchState }) {
  const t = useTranslations("DocsSearch");
  const count =
    state.kind === "found" ? state.pages.reduce((sum, page) => sum + page.sections.length, 0) : 0;
  const isShown = state.kind === "loading" || (state.kind === "found" && count === 0);
  return (
    <>
      <div role="status" className={isShown ? "px-5 py-6" : "sr-only"}>
        {state.kind === "loading" && t("loading")}
        {state.kind === "found" && <p className="font-semibold">{t("count", { count })}</p>}
        {isShown && state.kind === "found" && <p className="text-muted">{t("hint")}</p>}
      </div>
      {state.kind === "failed" && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 px-5 py-6">
          <p>{t("failed")}</p>
          <Button onClick={state.retry}>{t("retry")}</Button>
        </div>
      )}
    </>
  );
}
