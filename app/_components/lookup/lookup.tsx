"use client";

import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useEffect, type ReactNode } from "react";
import { Failure } from "./failure.tsx";
import { LoadingProfile } from "./loading-profile.tsx";
import { LookupStatus } from "./lookup-status.tsx";
import { ProfileView } from "./profile-view.tsx";
import { SearchForm } from "./search-form.tsx";
import { useProfile } from "./use-profile.ts";

/** The search box and what it found. The address holds the search, so it can be shared. */
export function Lookup({ hints }: { hints: ReactNode }) {
  const searched = useSearchParams().get("username");
  const username = searched?.trim() || null;
  const { data, error, isLoading, mutate } = useProfile(username);
  useDocumentTitle(username);

  const retry = () => void mutate();
  const search = (wanted: string) => {
    if (wanted === username) return retry();
    window.history.pushState(null, "", `?${new URLSearchParams({ username: wanted }).toString()}`);
  };

  return (
    <>
      <SearchForm username={username ?? ""} onSearch={search} />
      <LookupStatus username={username} profile={data} isLoading={isLoading} />
      {searched === null ? (
        hints
      ) : username === null ? (
        <Failure code="MISSING_PARAMETER" />
      ) : data !== undefined ? (
        <ProfileView key={username} username={username} profile={data} />
      ) : isLoading || error === undefined ? (
        <LoadingProfile />
      ) : (
        <Failure
          code={error.code}
          username={username}
          retryAfter={error.retryAfter}
          onRetry={retry}
        />
      )}
    </>
  );
}

/** A search changes the address without asking the server for the page, so the title is ours. */
function useDocumentTitle(username: string | null) {
  const site = useTranslations("Site");
  const home = useTranslations("HomePage");
  const title =
    username === null
      ? site("title")
      : site("titleTemplate", { page: home("resultTitle", { username }) });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
