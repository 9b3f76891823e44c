import { bust, cube, face, front, iso, sized, skin, type CompatScheme } from "./scheme.ts";

export const visage: CompatScheme = {
  name: "Visage, VZGE",
  host: "vzge.me",
  size: 256,
  routes: {
    ...sized({ face, head: cube, bust, frontbust: bust }),
    ...sized({ full: iso, front: bust, frontfull: front }),
    "skin/:id": skin,
    "processedskin/:id": skin,
  },
};
