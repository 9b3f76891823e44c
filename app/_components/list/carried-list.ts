/*
 * A list on its way from a search box to its page, which is another document: in the session storage of the tab, and never
 * in a URL. There it stays until the tab is closed, so that the list is there again when the visitor comes back to it.
 */

/** The key in the storage. */
export const CARRIED = "list";
/** The beginning of a data URL, before the content of a file, as in `data:text/plain;base64,…`. */
const OF_FILE = "data:";

/**
 * Carries what is no single name to the page of lists: several lines or JSON that are pasted into a search box, and files
 * that are dropped on it. Where storage is blocked, this throws, and the box takes the text as browsers do. A part of `page-script.ts`, which sends
 * it as text, so it uses only its parameters and what browsers have.
 * @param list What a list looks like.
 * @param most So many bytes of a file are read.
 */
export function carryLists(boxes: string, list: string, key: string, most: number) {
  const take = (event: Event) => {
    const { type, target, clipboardData, dataTransfer } = event as ClipboardEvent & DragEvent;
    const content = clipboardData ?? dataTransfer;
    if (!content || !(target as Element).closest?.(boxes)) return;
    const carry = (text: string) => {
      sessionStorage.setItem(key, text);
      event.preventDefault();
      location.assign(`/${document.documentElement.lang}/list`);
    };
    const [file] = content.files;
    const text = content.getData("text");
    if (file) {
      event.preventDefault();
      const reader = new FileReader();
      reader.addEventListener("load", () => carry(reader.result as string));
      reader.readAsDataURL(file.slice(0, most));
    } else if (type === "dragover") {
      if (content.types.includes("Files")) event.preventDefault();
    } else if (new RegExp(list).test(text)) carry(text);
  };
  for (const type of ["paste", "dragover", "drop"]) addEventListener(type, take);
}

/** Two lines that are not empty, or the beginning of JSON. */
export const IS_LIST = String.raw`\S[^\S\r\n]*[\r\n]\s*\S|^\s*[[{]\s*["{]`;

/** The list that is carried: a text, or the bytes of a file; null if there is none. */
export function carriedList(): string | Uint8Array | null {
  try {
    const stored = sessionStorage.getItem(CARRIED);
    if (!stored?.startsWith(OF_FILE)) return stored;
    const [, content = ""] = stored.split(",", 2);
    return Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Keeps a list until the tab is closed; null forgets it. */
export function keepList(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(CARRIED);
    else sessionStorage.setItem(CARRIED, text);
  } catch {
    // Without storage, the list is there until the page is left.
  }
}
