import { useLocale, useTranslations } from "next-intl";
import { Children, cloneElement, isValidElement, type ComponentProps, type ReactNode } from "react";
import { compiler } from "markdown-to-jsx/react";
import { publicUrl } from "@/app/_server/site-configuration.ts";
import { localHref } from "@/site/docs/pages.ts";
import { withBase } from "@/site/docs/texts.ts";

/** A link: to a page of the site in the language of the text, or elsewhere as it is written. */
export function Link({ href = "", children }: ComponentProps<"a">) {
  return <a href={localHref(href, useLocale())}>{children}</a>;
}

/** Code within a line, from left to right in every language. */
export function Code({ children }: { children?: ReactNode }) {
  return (
    <code translate="no" dir="ltr">
      {typeof children === "string" ? withBase(children, { base: publicUrl() }) : children}
    </code>
  );
}

const noId = { props: { id: undefined } };
const options = {
  overrides: { a: Link, code: Code, h2: noId, h3: noId },
  disableParsingRawHTML: true,
  wrapper: null,
};

/** Markdown of the messages, as it stands within a line. */
export function Prose({ text }: { text: string }) {
  return compiler(text, { ...options, forceInline: true });
}

/** Markdown of the messages, as paragraphs and lists. */
export function ProseBlock({ text }: { text: string }) {
  return compiler(text, { ...options, forceBlock: true });
}

/** A heading with a link to itself, if it has an id. The text ends with the id, as in `## Views [#gallery]`. */
export function headingOf(Tag: "h2" | "h3") {
  return function Heading({ id, children }: ComponentProps<"h2">) {
    const t = useTranslations("Docs");
    return (
      <Tag id={id}>
        <span>{children}</span>
        {id !== undefined && (
          <a
            href={`#${id}`}
            aria-label={t("anchor", { heading: textOf(children) })}
            className="docs-anchor"
          />
        )}
      </Tag>
    );
  };
}

function textOf(node: ReactNode): string {
  if (isValidElement<{ children?: ReactNode }>(node)) return textOf(node.props.children);
  if (Array.isArray(node)) return node.map(textOf).join("");
  return typeof node === "string" ? node : "";
}

export function Note({ children }: { children: ReactNode }) {
  return (
    <div role="note" className="docs-note">
      {children}
    </div>
  );
}

/**
 * A part of a page that the reader opens, unless it is open from the beginning: its first element is the heading. The folded part has the id of the heading:
 * browsers open a part when a link leads into it, but not when it leads to the part itself.
 */
export function Fold({ open = false, children }: { open?: boolean; children: ReactNode }) {
  const [heading, ...others] = Children.toArray(children).filter((child) => child !== "\n");
  if (!isValidElement<ComponentProps<"h2">>(heading)) {
    throw new TypeError("A fold begins with a heading.");
  }
  return (
    <details open={open} className="docs-fold">
      <summary className="disclosure">{cloneElement(heading, { id: undefined })}</summary>
      <div id={heading.props.id} className="docs-prose">
        {others}
      </div>
    </details>
  );
}
