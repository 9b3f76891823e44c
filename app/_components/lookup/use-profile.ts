import useSWR from "swr";
import useSWRMutation from "swr/mutation";
import { profileUrl } from "@/lib/contract/urls.ts";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { fetchProfile } from "./fetch-profile.ts";
import type { LookupError } from "./lookup-error.ts";

/** The profile of a player; nobody is asked while there is no name. */
export function useProfile(username: string | null) {
  return useSWR<ProfileBody, LookupError>(
    username === null ? null : profileUrl(username),
    fetchProfile,
    { shouldRetryOnError: false, revalidateOnFocus: false },
  );
}

/** Fetches the profile anew, past the cache; what it finds takes the place of the one shown. */
export function useProfileRefresh(username: string) {
  return useSWRMutation<ProfileBody, LookupError, string>(
    profileUrl(username),
    () => fetchProfile(profileUrl(username, { update: true })),
    { populateCache: true, revalidate: false, throwOnError: false },
  );
}
