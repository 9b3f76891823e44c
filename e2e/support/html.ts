import { parse, type HTMLElement } from "node-html-parser";
import type { APIRequestContext } from "playwright/test";

/** A page as sent, before any script runs. */
export interface SentPage {
  /** Its path. */
  path: string;
  status: number;
  headers: Record<string, string>;
  html: string;
  root: HTMLElement;
}

/** Fetches a page without a browser, from a base URL or as a test with a browser does. */
export async function readPage(from: string | APIRequestContext, path: string): Promise<SentPage> {
  if (typeof from !== "string") {
    const response = await from.get(path);
    return pageOf(path, response.status(), response.headers(), await response.text());
  }
  const response = await fetch(from + path);
  const headers = Object.fromEntries(response.headers);
  return pageOf(path, response.status, headers, await response.text());
}

function pageOf(path: string, status: number, headers: Record<string, string>, html: string) {
  return { path, status, headers, html, root: parse(html) };
}

/** The trimmed texts of all elements that match a selector. */
export function textsIn(root: HTMLElement, selector: string): string[] {
  return root.querySelectorAll(selector).map(({ textContent }) => textContent.trim());
}

/** An attribute of all elements that match a selector. */
export function attributesIn(
  root: HTMLElement,
  selector: string,
  name: string,
): (string | undefined)[] {
  return root.querySelectorAll(selector).map((element) => element.getAttribute(name));
}
