import { useEffect, useState } from "react";

/** How long a result of copying is shown. */
const COPIED_MS = 1_600;

/** Copies texts and reports each result for a moment. */
export function useCopy() {
  // A new object for each copy, so that the moment begins again.
  const [shown, setShown] = useState<{ outcome: "copied" | "failed" } | null>(null);

  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  const copy = async (text: string | Promise<string>) => {
    const isCopied = await Promise.resolve(text).then(copyText, () => false);
    setShown({ outcome: isCopied ? "copied" : "failed" });
  };
  return { outcome: shown?.outcome ?? null, copy };
}

/** Copies a text to the clipboard; false when the browser refuses. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages without TLS, as on a home network, have no clipboard API: there the old command still works.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way without TLS.
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
