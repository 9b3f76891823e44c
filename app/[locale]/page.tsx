import type { Metadata } from "next";
import { hasLocale } from "next-intl";
import { notFound } from "next/navigation";
import { ActivityProvider } from "@/app/_components/home/activity-provider.tsx";
import { RecentPlayers } from "@/app/_components/home/recent-players.tsx";
import { SiteFacts } from "@/app/_components/home/site-facts.tsx";
import { Statistics } from "@/app/_components/home/statistics.tsx";
import { Lookup } from "@/app/_components/lookup/lookup.tsx";
import { LookupHints } from "@/app/_components/lookup/lookup-hints.tsx";
import { PageMain } from "@/app/_components/page-main.tsx";
import { playerPath } from "@/app/_components/player/player-path.ts";
import { recentActivity } from "@/app/_server/activity.ts";
import { alternatesOf } from "@/lib/i18n/alternates.ts";
import { redirect } from "@/lib/i18n/navigation.ts";
import { routing } from "@/lib/i18n/routing.ts";

export async function generateMetadata(props: PageProps<"/[locale]">): Promise<Metadata> {
  const { locale } = await props.params;
  if (!hasLocale(routing.locales, locale)) return {};
  return { alternates: alternatesOf(locale), manifest: `/${locale}/manifest.webmanifest` };
}

export default async function HomePage(props: PageProps<"/[locale]">) {
  const { locale } = await props.params;
  // Paths the proxy leaves alone, such as /missing.png, arrive here as a language.
  if (!hasLocale(routing.locales, locale)) notFound();

  // Where searches led before players had pages of their own.
  const { username } = await props.searchParams;
  if (typeof username === "string" && username.trim() !== "") {
    redirect({ href: playerPath(username.trim()), locale });
  }

  return (
    <ActivityProvider activity={await recentActivity()}>
      <SiteFacts />
      <PageMain>
        <div className="flex flex-col gap-12">
          <Lookup />
          <RecentPlayers />
          <Statistics />
          <LookupHints />
        </div>
      </PageMain>
    </ActivityProvider>
  );
}
