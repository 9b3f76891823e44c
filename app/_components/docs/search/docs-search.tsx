import { Icon } from "../../icon.tsx";
import { CLOSE, SEARCH } from "../../icon-paths.ts";
import { SearchLauncher } from "./search-launcher.tsx";

/** The search of the documentation. */
export function DocsSearch() {
  return (
    <SearchLauncher
      icons={{
        search: <Icon path={SEARCH} size={16} />,
        close: <Icon path={CLOSE} size={16} />,
      }}
    />
  );
}
