import { useLocale, useTranslations } from "next-intl";

/** A plain search that works without JavaScript: for pages on which somebody was not found. */
export function PlayerSearch({ username }: { username: string }) {
  const t = useTranslations("SearchForm");
  const locale = useLocale();
  return (
    <form
      role="search"
      action={`/${locale}/player`}
      method="get"
      className="mx-auto w-full max-w-xl text-start"
    >
      <label htmlFor="username" className="block pb-2 font-semibold">
        {t("label")}
      </label>
      <div className="name-tag flex gap-1 p-1">
        <input
          id="username"
          name="username"
          type="search"
          defaultValue={username}
          maxLength={64}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          className="min-h-12 min-w-0 grow scheme-dark px-3 text-lg focus-visible:-outline-offset-1 focus-visible:outline-lantern"
        />
        <button className="min-h-12 cursor-pointer border border-transparent bg-lantern px-4 font-bold whitespace-nowrap text-lantern-ink hover:brightness-110 focus-visible:-outline-offset-4 focus-visible:outline-lantern-ink sm:px-6">
          {t("submit")}
        </button>
      </div>
    </form>
  );
}
