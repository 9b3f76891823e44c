import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation.ts";
import { socialLinks } from "@/app/_server/site-configuration.ts";

const LINK = "inline-flex min-h-6 items-center text-ink underline-offset-4 hover:underline";

/** Who this is not, and where to find those who run it. */
export function SiteFooter() {
  const t = useTranslations("SiteFooter");
  const docs = useTranslations("Docs");
  const page = useTranslations("DocsPages");
  return (
    <footer className="border-t border-line text-muted">
      <div className="mx-auto flex max-w-6xl flex-col gap-x-8 gap-y-4 px-4 py-8 text-sm sm:flex-row sm:items-start sm:justify-between sm:px-6">
        <p className="max-w-prose text-balance">{t("affiliation")}</p>
        <ul aria-label={t("links")} className="flex flex-wrap gap-x-5 gap-y-2">
          <li>
            <Link href="/docs" prefetch={false} className={LINK}>
              {docs("title")}
            </Link>
          </li>
          <li>
            <Link href="/docs/privacy" prefetch={false} className={LINK}>
              {page("privacy.title")}
            </Link>
          </li>
          <li>
            {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- it is a file, not a page. */}
            <a href="/openapi.json" className={LINK}>
              {t("openapi")}
            </a>
          </li>
          {socialLinks().map(({ url, label }) => (
            <li key={url}>
              <a href={url} rel="me noopener" className={LINK}>
                <bdi>{label}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
