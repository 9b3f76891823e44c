"use client";

const NAME = "Nametag";
const STATUS = 500;

/**
 * Stands in for the whole document if its frame cannot be rendered; the button loads it again. Every page loads this
 * code, so it has nothing but what all languages share. Without it, Next's own would be loaded, a kilobyte more.
 */
export default function GlobalError() {
  return (
    <html lang="en">
      <head>
        <title>{NAME}</title>
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <h1>{STATUS}</h1>
        <form>
          <button type="submit">{NAME}</button>
        </form>
      </body>
    </html>
  );
}
