import { cube, face, front, iso, skin, type CompatScheme } from "./scheme.ts";

export const mineatar: CompatScheme = {
  name: "Mineatar",
  host: "api.mineatar.io",
  size: 128,
  routes: {
    "face/:id": face,
    "head/:id": cube,
    "body/full/:id": iso,
    "body/front/:id": front,
    "body/back/:id": { ...front, view: "back" },
    "body/left/:id": { ...front, view: "left" },
    "body/right/:id": { ...front, view: "right" },
    "skin/:id": skin,
  },
  scale: { parameter: "scale", byDefault: 4 },
  overlay: { parameters: ["overlay"], rule: "value" },
};
