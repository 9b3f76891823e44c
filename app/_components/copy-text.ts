/*
 * Ways to copy a text: parts of the page's script, too, so they use only their parameters and what browsers have.
 */

/** How long a result of copying is shown. */
export const COPIED_MS = 1_600;

/** Copies a text to the clipboard; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages without TLS, as on a home network, have no clipboard API: there the old command still works.
  }
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "sr-only";
  document.body.append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way without TLS.
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** The text that a button copies: of the element whose id it names, or the code beside it. */
export function textBeside(button: HTMLElement): string {
  const named = document.getElementById(button.dataset["copies"] ?? "");
  const beside = button.closest("[data-copyable]") ?? button.parentElement;
  return (named ?? beside?.querySelector("pre, code"))?.textContent ?? "";
}
