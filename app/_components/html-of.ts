import { Fragment, isValidElement, type ReactNode } from "react";
import { markup } from "../../lib/markup.ts";

/*
 * Elements that never change in the browser, as HTML: React serializes, renders and hydrates each element
 * that it knows, which for the header and the footer took a fifteenth of the time of a page. Their
 * components have no events and no state.
 */

interface Props {
  children?: ReactNode;
  dangerouslySetInnerHTML?: { __html: string };
}
type Value = string | number | boolean | undefined;

/** The HTML of a server component's elements, which only it may call: they may use its hooks. */
export function htmlOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return markup`${node}`.html;
  if (Array.isArray(node)) return node.map(htmlOf).join("");
  if (!isValidElement<Props>(node)) return "";
  const { props } = node;
  const type: unknown = node.type;
  if (typeof type === "function") return htmlOf((type as (props: Props) => ReactNode)(props));
  const { children, dangerouslySetInnerHTML: inner, ...attributes } = props;
  if (type === Fragment) return htmlOf(children);
  const tag = String(type);
  const start = `<${tag}${Object.entries<Value>(attributes).map(attributeOf).join("")}>`;
  return withoutEnd.has(tag) ? start : `${start}${inner?.__html ?? htmlOf(children)}</${tag}>`;
}

const withoutEnd = new Set(["br", "img", "input", "wbr"]);

/** Names that HTML has otherwise; all but SVG's are in lower case there. */
const names: Readonly<Record<string, string>> = {
  className: "class",
  defaultChecked: "checked",
  htmlFor: "for",
  viewBox: "viewBox",
};

function attributeOf([name, value]: [string, Value]): string {
  const isAria = name.startsWith("aria-");
  // Nothing of this is hydrated.
  if (name === "suppressHydrationWarning") return "";
  if (value === undefined || (value === false && !isAria)) return "";
  const text = value === true && !isAria ? "" : String(value);
  return markup` ${{ html: names[name] ?? name.toLowerCase() }}="${text}"`.html;
}
