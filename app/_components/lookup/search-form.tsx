import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, type FormEvent } from "react";
import { profileUrl } from "@/lib/contract/urls.ts";

export interface SearchFormProps {
  /** What the address asks for. */
  username: string;
  onSearch: (username: string) => void;
}

/** A plain GET form to the page itself; with JavaScript a search stays on the page. */
export function SearchForm({ username, onSearch }: SearchFormProps) {
  const t = useTranslations("SearchForm");
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(username);

  // The address changed under the box, by the back button say. What was typed before the page came
  // to life stays.
  useEffect(() => {
    if (shown.current === username) return;
    shown.current = username;
    if (input.current !== null) input.current.value = username;
  }, [username]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = input.current?.value.trim() ?? "";
    shown.current = wanted;
    onSearch(wanted);
  };

  return (
    <form
      role="search"
      action={`/${locale}`}
      method="get"
      onSubmit={submit}
      className="mx-auto w-full max-w-2xl"
    >
      <label htmlFor="username" className="block pb-2 font-semibold">
        {t("label")}
      </label>
      <div className="name-tag flex gap-1 p-1">
        <input
          ref={input}
          id="username"
          name="username"
          type="search"
          defaultValue={username}
          // On a shared address the answer comes first, not the keyboard of a phone.
          autoFocus={username === ""}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder={t("placeholder")}
          className="min-h-12 min-w-0 grow scheme-dark px-3 text-lg placeholder:text-tag-ink/70 focus-visible:-outline-offset-1 focus-visible:outline-lantern"
        />
        <button className="min-h-12 cursor-pointer border border-transparent bg-lantern px-4 font-bold whitespace-nowrap text-lantern-ink hover:brightness-110 focus-visible:-outline-offset-4 focus-visible:outline-lantern-ink sm:px-6">
          {t("submit")}
        </button>
      </div>
      <noscript>
        <p className="py-3">
          {username === ""
            ? t("noscript.search")
            : t.rich("noscript.result", {
                data: (chunks) => <a href={profileUrl(username)}>{chunks}</a>,
              })}
        </p>
      </noscript>
    </form>
  );
}
