import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { PageMain } from "@/app/_components/elements.tsx";
import { PlayerFailure } from "@/app/_components/player/player-failure.tsx";
import { hasNoPath, playerPath, withoutControls } from "@/app/_components/player/player-path.ts";
import { setPageStatus } from "@/app/_server/profile.ts";
import { ERRORS } from "@/lib/contract/errors.ts";
import { redirect } from "@/lib/i18n/navigation.ts";

const CODE = "INVALID_PARAMETER";

export const metadata: Metadata = { robots: { index: false } };

/** Where a plain form ends, as `/en/player?username=Lantern_Lou`: leads to the player's own page. */
export default async function PlayerSearchPage(props: PageProps<"/[locale]/player">) {
  const { username } = await props.searchParams;
  const wanted = typeof username === "string" ? username.trim() : "";
  if (!hasNoPath(wanted)) {
    const locale = await getLocale();
    return redirect({ href: wanted === "" ? "/" : playerPath(wanted), locale });
  }
  const status = ERRORS[CODE];
  setPageStatus(status);
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
