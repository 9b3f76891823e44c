import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { siteConfiguration } from "@/app/_server/site-configuration.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { OperatorName } from "../operator.tsx";

/** The disclaimer, and links to what visitors, operators and developers look for. */
export function Footer() {
  const t = useTranslations("SiteFooter");
  const locale = useLocale();
  const configuration = siteConfiguration();
  const { SOCIAL_LINKS: links, SOURCE_URL: source, CONTACT_URL: contact } = configuration;
  const page = (slug: string) => localePath(locale, `/docs/${slug}`);
  return (
    <footer className="footer">
      <div className="site-width">
        <p>{t("affiliation")}</p>
        <LinkList title={t("use")}>
          <FooterLink url={localePath(locale, "/docs")}>{t("docs")}</FooterLink>
          <FooterLink url={page("moving")}>{t("moving")}</FooterLink>
          <FooterLink url="/openapi.json">{t("openapi")}</FooterLink>
        </LinkList>
        <LinkList title={t("run")}>
          <FooterLink url={page("self-hosting")}>{t("selfHosting")}</FooterLink>
          {source !== undefined && <FooterLink url={source}>{t("source")}</FooterLink>}
        </LinkList>
        <LinkList title={t("instance")}>
          <FooterLink url={localePath(locale, "/status")}>{t("status")}</FooterLink>
          <FooterLink url={page("privacy")}>{t("privacy")}</FooterLink>
          {contact !== undefined && <FooterLink url={contact}>{t("contact")}</FooterLink>}
          {configuration.OPERATOR_NAME !== undefined && (
            <li>
              <OperatorName />
            </li>
          )}
          {links.map(({ url, label }) => (
            <FooterLink key={url} url={url} rel="me noopener">
              <bdi>{label}</bdi>
            </FooterLink>
          ))}
        </LinkList>
      </div>
    </footer>
  );
}

function LinkList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="print:hidden">
      <h2>{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}

function FooterLink({ url, rel, children }: { url: string; rel?: string; children: ReactNode }) {
  return (
    <li>
      <a href={url} rel={rel}>
        {children}
      </a>
    </li>
  );
}
