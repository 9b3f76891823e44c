/**
 * A visitor's setting for all pages: an attribute of `<html>`, stored in the browser.
 * @param values The first is the default, which is not stored.
 */
export function pageChoice<Value extends string>(
  stored: string,
  values: readonly [Value, ...Value[]],
) {
  const attribute = `data-${stored}`;
  const [first, ...others] = values;
  return {
    values,
    first,
    /** Applies the stored choice before the first paint. */
    script: `{let c=localStorage.getItem("${stored}");if(${JSON.stringify(others)}.includes(c))document.documentElement.setAttribute("${attribute}",c)}`,
    current(): Value {
      const chosen = document.documentElement.getAttribute(attribute);
      return others.find((value) => value === chosen) ?? first;
    },
    /** Applies the choice and stores it where the browser allows that. */
    choose(value: Value): void {
      const root = document.documentElement;
      if (value === first) root.removeAttribute(attribute);
      else root.setAttribute(attribute, value);
      try {
        if (value === first) localStorage.removeItem(stored);
        else localStorage.setItem(stored, value);
      } catch {
        // Without storage, the choice applies to this page only.
      }
    },
    /** Calls back when the choice changes. */
    watch(changed: () => void): () => void {
      const observer = new MutationObserver(changed);
      observer.observe(document.documentElement, { attributeFilter: [attribute] });
      return () => observer.disconnect();
    },
  };
}

/** The colours of the page; `system` follows the device. */
export const theme = pageChoice("theme", ["system", "light", "dark"]);
