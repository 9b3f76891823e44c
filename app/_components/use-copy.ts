import { useEffect, useState } from "react";

const SHOWN_MS = 2_500;

/** Copies texts and reports the result for a moment. */
export function useCopy() {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async (text: string | Promise<string>) => {
    const isCopied = await Promise.resolve(text).then(copyText, () => false);
    setOutcome(isCopied ? "copied" : "failed");
  };
  return { outcome, copy };
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
