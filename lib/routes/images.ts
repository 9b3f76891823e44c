import type { z } from "zod";
import type { RouteId } from "../contract/paths.ts";
import {
  bodyQuery,
  bustQuery,
  capeLook,
  capeQuery,
  cardQuery,
  hasCamera,
  headQuery,
  skinQuery,
  type TextureQuery,
} from "../contract/queries.ts";
import { wantsAnyImage } from "../contract/parse-query.ts";
import { callerOf } from "../http/request.ts";
import { imageReply } from "../images/image.ts";
import {
  createTextureImages,
  type ImageManner,
  type TextureImage,
  type TextureImages,
} from "../images/texture-images.ts";
import { LOOKUP_MS, startDeadline } from "../providers/deadline.ts";
import { commonErrors, defineRoute, lookupErrors, type Route } from "./route.ts";

/** The particulars of a route: its parameters, and what it shows. */
type ImageRoute<Query extends z.ZodObject, Id extends RouteId> = Partial<
  Pick<Route, "images" | "imageErrors">
> &
  Pick<Route<Query>, "example"> & {
    id: Id;
    query: Query;
    image(query: z.infer<Query>, images: TextureImages, manner: ImageManner): TextureImage;
  };

/** A route with an image of a player, or of a texture by its hash. */
function imageRoute<Query extends z.ZodObject, const Id extends RouteId>({
  image: imageFor,
  ...route
}: ImageRoute<Query, Id>): Route<Query> & { id: Id } {
  return defineRoute<Query, Id>({
    required: ["username"],
    images: ["image/png", "image/webp"],
    imageErrors: [404, 502],
    errors: [...lookupErrors, ...commonErrors],
    freshness: "data",
    ...route,
    handle(query, request, services, ofOtherService) {
      const manner = ofOtherService ?? {};
      const deadline = startDeadline(LOOKUP_MS, callerOf(request), services);
      const image = imageFor(query, createTextureImages(services, deadline, manner), manner);
      const { textureOf, lookup, offersBedrock } = services;
      const { preconditions } = request;
      const isStrict = "default" in query && query.default === "404";
      // Other services have their own manners with players who cannot be shown.
      const isAlwaysShown =
        ofOtherService === undefined && wantsAnyImage(request.search, route.query);
      const parts = { image, deadline, preconditions, textureOf, lookup, offersBedrock };
      const job = { ...parts, isStrict, isAlwaysShown };
      return imageReply(query as TextureQuery, job);
    },
  });
}

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
  image: (query, { view }, { isCombo }) =>
    view("skin", isCombo ? "player-combo" : "player-card", query),
});

/** `GET /skin`: the texture, byte for byte, or its pixels as WebP. */
export const skin = imageRoute({
  id: "getSkin",
  query: skinQuery,
  imageErrors: [502],
  image: ({ format }, { file }, manner) => file("skin", format, manner.default),
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
