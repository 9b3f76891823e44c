import type { CodeLanguage } from "./highlight.ts";

/** The programs of `content/recipes`, and the language of each. `/docs-recipes/<file>` serves them. */
export const recipeFiles: Readonly<Record<string, CodeLanguage>> = {
  "Code.gs": "javascript",
  "CustomSkinLoader.json": "json",
  "WhoisPlugin.java": "java",
  "bot.mjs": "javascript",
  "convert.mjs": "javascript",
  "convert.py": "python",
  "head-with-fallback.html": "html",
  "head.tsx": "tsx",
  "lookup.mjs": "javascript",
  "next.config.js": "javascript",
  "player-card.tsx": "tsx",
  "plugin.yml": "yaml",
};
