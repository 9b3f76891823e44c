import type { Creature } from "../creatures.ts";

const penguin: Creature = {
  coat: "#2f3a52",
  second: "#fbf8f0",
  third: "#f1a33b",
  paws: "#26304a",
  front: `
    22222222
    22122122
    2aa22aa2
    aaaaaaaa
    akaaaaka
    akaccaka
    paaddaap
    2aaaaaa2`,
  side: `
    22222222
    22222222
    22222222
    a2222222
    aa222222
    aa222222
    a2222222
    22222222`,
};

const shark: Creature = {
  coat: "#7390a8",
  second: "#eef3f5",
  third: "#33455c",
  front: `
    22111122
    22222222
    22222222
    22222222
    2kw22wk2
    2kk22kk2
    awkwkwka
    aaaaaaaa`,
  side: `
    22222222
    22222222
    22222222
    22222222
    22c2c222
    22c2c222
    a2c2c222
    aaa22222`,
  overTop: `
    ........
    ...33...
    ...33...
    ...22...
    ...22...
    ...22...
    ........
    ........`,
  overBack: `
    ...33...
    ...32...
    ....2...`,
};

/** Heads from the cold sea. */
export const SEA = { penguin, shark };
