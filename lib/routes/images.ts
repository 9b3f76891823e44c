import {
  bodyQuery,
  bustQuery,
  capeLook,
  capeQuery,
  cardQuery,
  hasCamera,
  headQuery,
  skinQuery,
} from "../contract/queries.ts";
import { imageRoute } from "./image.ts";

/** `GET /head`: the face of a player, or the head as a cube. */
export const head = imageRoute({
  id: "getHead",
  query: headQuery,
  example: { size: "128" },
  image: (query, { face, view }) =>
    query.view === "front" && !hasCamera(query) ? face(query) : view("skin", "head-iso", query),
});

/** `GET /bust`: head and shoulders. */
export const bust = imageRoute({
  id: "getBust",
  query: bustQuery,
  example: { size: "128" },
  image: (query, { view }) => view("skin", "bust-front", query),
});

/** `GET /body`: the whole figure, from any side. */
export const body = imageRoute({
  id: "getBody",
  query: bodyQuery,
  example: { view: "iso", size: "256" },
  image: (query, { view }) =>
    view("skin", hasCamera(query) ? "body-front" : `body-${query.view}`, query),
});

/** `GET /player`: a card with three views. */
export const playerCard = imageRoute({
  id: "getPlayerCard",
  query: cardQuery,
  example: { size: "256" },
  image: (query, { view }, { compat }) =>
    view("skin", compat?.isCombo === true ? "player-combo" : "player-card", query),
});

/** `GET /skin`: the texture, byte for byte, or its pixels as WebP. */
export const skin = imageRoute({
  id: "getSkin",
  query: skinQuery,
  imageErrors: [502],
  image: ({ format }, { file }, { compat }) => file("skin", format, compat?.skinFallback),
});

/** `GET /cape`: the texture, as of a skin, or the cape as it is worn. */
export const cape = imageRoute({
  id: "getCape",
  query: capeQuery,
  example: { view: "front", size: "128" },
  imageErrors: [502],
  image: (query, images) => {
    const { view, size } = capeLook(query);
    const { format } = query;
    if (view === "texture") return images.file("cape", format);
    return images.view("cape", `cape-${view}`, { size, format });
  },
});
