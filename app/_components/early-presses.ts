/*
 * Keeps what visitors press before React listens: between the first paint and hydration, a phone takes a second or two.
 * Parts of `page-script.ts`, which sends them as text, so they use only their parameters and what browsers have.
 */

/** The event of the window that says that the page is hydrated. */
export const HYDRATED = "hydrated";

/** These elements do nothing before hydration, or lead elsewhere than after it. */
export const NEEDS_HYDRATION = [
  "button[type=button]:not([popovertarget], [commandfor], [data-copies])",
  "a[data-fills]",
  "form[data-scripted]",
].join();

/** Longer than a page takes to hydrate on a slow connection. */
export const MISSING_MS = 10_000;

/**
 * Keeps what is pressed before hydration, marks it as busy, and presses it again then: React hears only of what happens
 * later. A second press takes the place of the first. The page's status says so when scripts do not arrive.
 */
export function keepPresses(wanted: string, hydrated: string, missingMs: number) {
  let press: (() => void) | undefined;
  let busy: Element | undefined;
  let isLost = false;
  let timer = 0;
  const sayMissing = () => {
    const status = document.getElementById("said");
    if (press === undefined || status === null) return;
    status.textContent = status.dataset["missing"] ?? "";
    status.classList.add("is-shown");
    release();
  };
  const release = () => {
    clearTimeout(timer);
    busy?.removeAttribute("aria-busy");
    press = undefined;
  };
  const keep = (event: Event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    const element = target instanceof Element && target.closest<HTMLElement>(wanted);
    if (!element || ctrlKey || metaKey || shiftKey) return;
    const isForm = element instanceof HTMLFormElement;
    // A click in a form is kept when the form is sent.
    if (isForm && event.type === "click") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    release();
    const submitter = (event as SubmitEvent).submitter;
    press = isForm ? () => element.requestSubmit(submitter) : () => element.click();
    busy = submitter ?? element;
    busy.setAttribute("aria-busy", "true");
    if (isLost) sayMissing();
    else timer = window.setTimeout(sayMissing, missingMs);
  };
  const noteLost = ({ target }: Event) => {
    isLost ||= target instanceof HTMLScriptElement;
    if (isLost) sayMissing();
  };
  const end = () => {
    removeEventListener("click", keep, true);
    removeEventListener("submit", keep, true);
    removeEventListener("error", noteLost, true);
    document.getElementById("said")?.classList.remove("is-shown");
    const kept = press;
    release();
    kept?.();
  };
  addEventListener("click", keep, true);
  addEventListener("submit", keep, true);
  addEventListener("error", noteLost, true);
  addEventListener(hydrated, end, { once: true });
}

/**
 * Keyboard shortcuts of the page, also before hydration: those that `aria-keyshortcuts` names. A slash focuses the box
 * that has it, unless the visitor is typing; Ctrl-K presses its button, Command-K on an Apple device, where Ctrl-K cuts
 * a line.
 */
export function pressShortcuts(fields: string) {
  const find = (shortcut: string) =>
    document.querySelector<HTMLElement>(`[aria-keyshortcuts~="${shortcut}"]`);
  const isSlash = ({ target, key, ctrlKey, metaKey }: KeyboardEvent) => {
    const isTyping = target instanceof Element && target.matches(fields);
    return key === "/" && !ctrlKey && !metaKey && !isTyping;
  };
  const isCommandK = ({ code, key, shiftKey, ctrlKey, metaKey }: KeyboardEvent) => {
    const isApple = /^(?:Mac|iP)/.test(navigator.platform);
    const isCommand = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    // On keyboards without Latin letters, the physical key counts.
    const isK = code === "KeyK" || key.toLowerCase() === "k";
    return isK && isCommand && !shiftKey;
  };
  addEventListener("keydown", (event) => {
    if (event.altKey || event.isComposing) return;
    if (isSlash(event)) {
      const box = find("/");
      if (!(box instanceof HTMLInputElement)) return;
      event.preventDefault();
      box.focus();
      box.select();
    } else if (isCommandK(event)) {
      const button = find("Control+K") ?? find("Meta+K");
      if (button === null) return;
      event.preventDefault();
      button.click();
    }
  });
}

/**
 * Focuses the box that the page is for, unless the visitor or the URL has chosen something else. The first Tab then leads
 * to the beginning of the page, as where nothing has the focus: with `autofocus`, all that stands before the box would
 * come last.
 */
export function focusBox(id: string) {
  const box = document.getElementById(id);
  if (box === null || document.activeElement !== document.body || location.hash !== "") return;
  box.focus({ preventScroll: true });
  const end = new AbortController();
  const touch = (event: Event) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event as KeyboardEvent;
    if (/^(?:Shift|Alt|Control|Meta)$/.test(key)) return;
    end.abort();
    const isModified = shiftKey || altKey || ctrlKey || metaKey;
    if (key !== "Tab" || isModified || document.activeElement !== box) return;
    event.preventDefault();
    document.querySelector("a")?.focus();
  };
  addEventListener("keydown", touch, end);
  addEventListener("pointerdown", touch, end);
}

/** A letter is text in these elements, and no shortcut. */
export const FIELDS = "input, select, textarea, [contenteditable]";
