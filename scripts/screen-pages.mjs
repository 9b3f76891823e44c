/**
 * A page in a state.
 *
 * @typedef {object} ScreenPage
 * @property {string} name
 * @property {string} path  Follows the language.
 * @property {number} [status]
 * @property {readonly string[]} [sends]  Requests that lead to the state.
 */

/**
 * Each page, and each of its states, as a person sees them. `npm run screens` makes images of them, and
 * `e2e/site-screens.e2e.ts` measures their layout. A new page or state is one more line.
 *
 * @type {readonly ScreenPage[]}
 */
export const screenPages = [
  { name: "home", path: "" },
  { name: "player-linked", path: "/player/Lantern_Lou" },
  { name: "player-java", path: "/player/Captain_Cobble" },
  { name: "player-bedrock", path: "/player/Mossy%20Minnow" },
  { name: "player-history", path: "/player/NameHopper" },
  { name: "player-unknown", path: "/player/Nobody_Here", status: 404 },
  { name: "player-long-name", path: `/player/${"W".repeat(60)}`, status: 400 },
  { name: "docs", path: "/docs" },
  { name: "docs-head", path: "/docs/head" },
  { name: "docs-views", path: "/docs/views" },
  { name: "docs-your-site", path: "/docs/your-site" },
  { name: "docs-moving", path: "/docs/moving" },
  { name: "docs-privacy", path: "/docs/privacy" },
  { name: "status", path: "/status", sends: ["/api?username=Lantern_Lou"] },
  { name: "nowhere", path: "/nowhere", status: 404 },
];

/**
 * The lookup of a player whom nobody knows, another one for each number. Some of them, over some seconds, open a
 * provider's circuit breaker.
 *
 * @param {number} number
 */
export const strangerAt = (number) => `/api?type=bedrock&username=.Stranger${number}`;

export const screenWidths = [390, 768, 1440, 2560];
export const screenLocales = ["en", "de", "ar", "ja"];
