import { PageMain } from "@/app/_components/elements.tsx";
import { OtherPlayers } from "@/app/_components/player/other-players.tsx";
import { PlayerFailure } from "@/app/_components/player/player-failure.tsx";
import { ERRORS } from "@/lib/contract/errors.ts";
import { trimmed } from "@/lib/contract/identifiers.ts";
import { withoutControls } from "@/site/pages/player-path.ts";

const CODE = "INVALID_PARAMETER";

/** The error for searches that no URL can express; all others are redirected before. */
export default async function PlayerSearchPage(props: PageProps<"/[locale]/player">) {
  const { username } = await props.searchParams;
  const id = withoutControls(typeof username === "string" ? trimmed(username) : "");
  return (
    <PageMain>
      <PlayerFailure code={CODE} status={ERRORS[CODE]} id={id} />
      {/* This page is kept as long as the service runs, and recent players are not the same for so long. */}
      <OtherPlayers id={id} isRight={false} recent={[]} />
    </PageMain>
  );
}
