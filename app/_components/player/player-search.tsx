import { useLocale, useTranslations } from "next-intl";

/** A plain search for somebody else, which needs no JavaScript. */
export function PlayerSearch() {
  const t = useTranslations("SearchForm");
  const locale = useLocale();
  return (
    <form
      role="search"
      action={`/${locale}/player`}
      method="get"
      className="mx-auto w-full max-w-xl"
    >
      <label htmlFor="username" className="sr-only">
        {t("label")}
      </label>
      <div className="name-tag flex gap-1 p-0.5 focus-within:[--box:var(--tag-lit)]">
        <input
          id="username"
          name="username"
          type="search"
          placeholder={t("placeholder")}
          required
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          className="min-h-11 min-w-0 grow scheme-dark px-3 text-tag-ink placeholder:text-tag-ink/70 focus-visible:-outline-offset-1 focus-visible:outline-lantern"
        />
        <button
          type="submit"
          className="min-h-11 cursor-pointer border border-transparent bg-lantern px-4 font-bold whitespace-nowrap text-lantern-ink hover:brightness-110 focus-visible:-outline-offset-4 focus-visible:outline-lantern-ink"
        >
          {t("submit")}
        </button>
      </div>
    </form>
  );
}
