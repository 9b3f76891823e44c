import type { Metadata, Route } from "next";
import { getLocale } from "next-intl/server";
import { redirect } from "next/navigation";
import { PageMain } from "@/app/_components/elements.tsx";
import { PlayerFailure } from "@/app/_components/player/player-failure.tsx";
import { hasNoPath, playerPath, withoutControls } from "@/app/_components/player/player-path.ts";
import { ERRORS } from "@/lib/contract/errors.ts";
import { localePath } from "@/lib/i18n/paths.ts";

const CODE = "INVALID_PARAMETER";

export const metadata: Metadata = { robots: { index: false } };

/** Where a plain form ends, as `/en/player?username=Lantern_Lou`: leads to the player's own page. */
export default async function PlayerSearchPage(props: PageProps<"/[locale]/player">) {
  const { username } = await props.searchParams;
  const wanted = typeof username === "string" ? username.trim() : "";
  if (!hasNoPath(wanted)) {
    const locale = await getLocale();
    redirect(localePath(locale, wanted === "" ? "" : playerPath(wanted)) as Route);
  }
  const status = ERRORS[CODE];
  return (
    <PageMain>
      <PlayerFailure
        code={CODE}
        status={status}
        id={withoutControls(wanted)}
        retryAfter={undefined}
      />
    </PageMain>
  );
}
