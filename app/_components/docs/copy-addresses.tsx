"use client";

import { startTransition, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { CopyButton } from "../copy-button.tsx";

/**
 * Adds a copy button to every URL of the page's tables, which leave room for it: in the HTML, hundreds of buttons would
 * be most of a page.
 */
export function CopyAddresses() {
  const [cells, setCells] = useState<readonly Element[]>([]);
  useEffect(() => {
    const urls = document.querySelectorAll(".docs-urls code:not([dir])");
    startTransition(() => setCells([...urls].flatMap(({ parentElement }) => parentElement ?? [])));
  }, []);
  return cells.map((cell, at) =>
    createPortal(<CopyButton label={cell.textContent} />, cell, String(at)),
  );
}
