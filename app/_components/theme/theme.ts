export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Where the browser keeps the visitor's choice; nothing is kept for `system`. */
const STORED = "theme";
const ATTRIBUTE = "data-theme";

/** Shows the page in the theme that is kept, before anything is drawn. */
export const themeScript = `let t=localStorage.getItem("${STORED}");if(t==="light"||t==="dark")document.documentElement.setAttribute("${ATTRIBUTE}",t);`;

/** What the page is shown in. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.getAttribute(ATTRIBUTE);
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Shows the page in a theme and keeps the choice, where the browser lets us. */
export function chooseTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") root.removeAttribute(ATTRIBUTE);
  else root.setAttribute(ATTRIBUTE, theme);
  try {
    if (theme === "system") localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, theme);
  } catch {
    // A browser that keeps nothing: the choice holds for this page.
  }
}
