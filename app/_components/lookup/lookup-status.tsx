import { useFormatter, useTranslations } from "next-intl";
import type { Suggestions } from "./use-suggestions.ts";

/** Says how the search goes to those who do not see it. */
export function LookupStatus({ suggestions }: { suggestions: Suggestions }) {
  const t = useTranslations("LookupStatus");
  const note = useTranslations("Suggestions.note");
  const format = useFormatter();
  const { state, wanted, found } = suggestions;
  return (
    <p role="status" className="sr-only">
      {words()}
    </p>
  );

  function words() {
    switch (state) {
      case "empty":
      case "short":
        return null;
      case "awaited":
        return t("loading", { username: wanted });
      case "found":
        return t("found", { players: format.list(found.map(({ username }) => username)) });
      default:
        return note.markup(`${state}.title`, { name: wanted, bdi: (chunks) => chunks });
    }
  }
}
