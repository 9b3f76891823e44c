"use client";

/** Shown when even the frame of a page cannot be rendered, where no language is known. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <h1>This page broke</h1>
        <p>It is not your doing. Load it again in a while.</p>
      </body>
    </html>
  );
}
