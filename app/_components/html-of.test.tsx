import { Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { htmlOf } from "./html-of.ts";

function Quoted({ children }: { children: ReactNode }) {
  return <q className="pt-1">{children}</q>;
}

it.each<[string, ReactNode]>([
  ["text", `<b> "A" & 'B'`],
  ["nothing", [null, undefined, false, ""]],
  ["a number", 0],
  ["a component", <Quoted key="">{["a", 1, <br key="" />]}</Quoted>],
  [
    "a fragment",
    <Fragment key="">
      a<b>b</b>
    </Fragment>,
  ],
  [
    "attributes",
    <a key="" href="//[::1]?a&b" hrefLang="de" title={'"'} data-x="1" tabIndex={-1}>
      x
    </a>,
  ],
  ["ARIA", <i key="" aria-hidden aria-current={false} aria-label={undefined} />],
  [
    "booleans",
    <ol key="" reversed hidden={false}>
      <input disabled defaultChecked value="x" />
    </ol>,
  ],
  [
    "a popover",
    <p key="" popover="auto">
      <button type="button" popoverTarget="menu">
        x
      </button>
    </p>,
  ],
  [
    "SVG",
    <svg key="" viewBox="0 0 8 8">
      <path d="M0 0h1" />
    </svg>,
  ],
])("writes %s as React does", (_, node) => {
  expect(normal(htmlOf(node))).toBe(normal(renderToStaticMarkup(node)));
});

/** React keeps the case of some names, quotes more and ends elements without content. */
function normal(html: string): string {
  return html
    .replaceAll("&#x27;", "'")
    .replaceAll("/>", ">")
    .replace(/ \w+=/g, (name) => name.toLowerCase());
}
