// Copies the Chinese and Japanese letters to `public/fonts`, each language with its own stylesheet.
// Only pages on devices without such letters load them; see `app/_components/east-asian-letters.ts`.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const packages = { ja: "noto-sans-jp", "zh-CN": "noto-sans-sc" };

/** Letters that the site's own face has. */
const elsewhere = /-(?:latin|latin-ext|cyrillic|vietnamese)-wght-/;

/** @param {string} root The folder of the project, with its packages installed. */
export function copyFonts(root) {
  const target = path.join(root, "public", "fonts");
  mkdirSync(target, { recursive: true });
  for (const [language, name] of Object.entries(packages)) {
    const source = path.join(root, "node_modules", "@fontsource-variable", name);
    const styles = readFileSync(path.join(source, "index.css"), "utf8");
    const faces = [...styles.matchAll(/@font-face \{[\s\S]*?url\(\.\/files\/([^)]+)\)[\s\S]*?\}/g)];
    const own = faces.filter(([, file]) => !elsewhere.test(file));
    for (const [, file] of own) {
      copyFileSync(path.join(source, "files", file), path.join(target, file));
    }
    const rules = own.map(([rule]) =>
      rule
        .replace(/font-family: '[^']+'/, "font-family: 'East Asian Letters'")
        .replace("./files/", ""),
    );
    writeFileSync(path.join(target, `${language}.css`), rules.join("\n").replace(/\s+/g, " "));
  }
}
