import { Icon } from "../../icon.tsx";
import { SearchLauncher } from "./search-launcher.tsx";

/** The search of the documentation. */
export function DocsSearch() {
  return (
    <SearchLauncher
      icons={{
        search: <Icon shape="search" size={16} />,
        close: <Icon shape="close" size={16} />,
      }}
    />
  );
}
