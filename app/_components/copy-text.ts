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

/**
 * Copies the text of the page that a pressed button names: of the element with the id in its `data-copies`, or the code
 * beside it. For a moment, the button and the page's status say whether that worked.
 */
export function copyPressed(copy: (text: string) => Promise<boolean>, shownMs: number) {
  let forget = () => {};
  const textOf = (button: HTMLElement) => {
    const named = document.getElementById(button.dataset["copies"] ?? "");
    const beside = button.closest("[data-copyable]") ?? button.parentElement;
    return (named ?? beside?.querySelector("pre, code"))?.textContent ?? "";
  };
  const press = async ({ target }: Event) => {
    const button = target instanceof Element && target.closest<HTMLElement>("[data-copies]");
    const status = document.getElementById("said");
    if (!button || status === null) return;
    const outcome = (await copy(textOf(button))) ? "copied" : "failed";
    forget();
    const said = status.dataset[outcome] ?? "";
    button.dataset["state"] = outcome;
    status.textContent = said;
    const timer = setTimeout(() => forget(), shownMs);
    forget = () => {
      clearTimeout(timer);
      delete button.dataset["state"];
      if (status.textContent === said) status.textContent = "";
    };
  };
  addEventListener("click", (event) => void press(event), true);
}
