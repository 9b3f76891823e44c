import type { SandboxPlayer } from "../player.ts";
import { stranger } from "./strangers.ts";

/**
 * Names that exist although nobody could make them today, and legal names that trip programs up. The
 * players wear variations on one plain outfit.
 */
export const ODD_NAMES: readonly SandboxPlayer[] = [
  odd("Q", "2225e6d65e0d4fe186dd4819fa40d0e8", "One character."),
  odd("Zz", "569da45377094d838619d296a17b5007", "Two characters."),
  odd(
    "slightlybewilderedowl",
    "03d25abb197a4d5988ae29c83dede011",
    "Twenty-one characters, and older than the limit of sixteen.",
  ),
  odd(
    "abcdefghijklmnopqrstuvwxy",
    "5fc053695d1543028f24c54d90df68aa",
    "Twenty-five characters: the most that is looked up at all.",
  ),
  odd("glum-stork", "deffe50bf4f9499c9e36ed20a54ef3c3", "A hyphen in the name."),
  odd("dot.dot.dash", "83e6d4de1302458e8ee5e3ffed1d2caa", "Dots in the name."),
  odd(
    ".Leaf",
    "b2c4af23664a477f86ff2ffbafc14e30",
    "A leading dot, as Floodgate puts before Bedrock names.",
  ),
  odd("007700", "9160251bf884496592c6169f58ed3e19", "Digits only, with leading zeros."),
  odd(
    "2535400000000001",
    "983d81a1ab844db3b7496bcc95f443b8",
    "Sixteen digits: a legal Java name that reads like an XUID.",
  ),
  odd(
    "hasOwnProperty",
    "c73adcd6a8d0417f8e414e20a5fe730c",
    "The name of a property every object has.",
  ),
  odd("__proto__", "e38fa104b2cb4d64a9f443ccbee2941c", "The name that changes what an object is."),
  odd("constructor", "6a57f61d2a2b4b68ab56edcd552c3c87", "Another name every object answers to."),
  odd(
    "then",
    "84f80986bb6d47708bafdf4f2649ed59",
    "The name that makes an object look like a promise.",
  ),
  odd("null", "ea381788827344fe908964d5bec919d5", "A name that reads like no name."),
  odd("NaN", "cd422dc66f0747f0a047b34d48294f62", "A name that is not a number."),
  odd("1E2", "f85af764582f42cbbcc2e7ff9d14fea9", "A name that reads like the number 100."),
  odd("CON", "f22eaffe3f6c4edb9e123aeb005df3ac", "A name that cannot be a file on some systems."),
  odd("true", "d4468922e4f3476ea61f2fc091beac3d", "A name that reads like a yes."),
];

function odd(name: string, uuid: string, story: string): SandboxPlayer {
  const skin = stranger(Number.parseInt(uuid.slice(0, 6), 16));
  return { group: "Odd old names", story, java: { uuid, name, skin } };
}
