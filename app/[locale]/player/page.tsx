import { redirect } from "@/lib/i18n/navigation.ts";
import { playerPath } from "@/app/_components/player/player-path.ts";
import { getLocale } from "next-intl/server";

/** Where a plain form ends, as `/en/player?username=Lantern_Lou`: leads to the player's own page. */
export default async function PlayerSearchPage(props: PageProps<"/[locale]/player">) {
  const locale = await getLocale();
  const { username } = await props.searchParams;
  const wanted = typeof username === "string" ? username.trim() : "";
  redirect({ href: wanted === "" ? "/" : playerPath(wanted), locale });
}
