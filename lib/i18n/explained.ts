import type { Messages } from "next-intl";
import type { variables } from "../configuration.ts";
import type { Meanings } from "../contract/meanings.ts";

/*
 * Checks that the English messages explain everything in the contract and the configuration, and nothing
 * else: otherwise this file does not compile, and the error names the key.
 */

/** `a.b.c` for every text in a tree of texts. */
type Keys<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Keys<Tree[Key]>}`;
}[keyof Tree & string];

type None<Key extends never> = Key;

type Explained = Keys<Messages["Contract"]>;
type ExplainedVariable = keyof Messages["Configuration"];
type Variable = keyof typeof variables;

export type MissingMeanings = None<Exclude<Keys<Meanings>, Explained>>;
export type UnknownMeanings = None<Exclude<Explained, Keys<Meanings>>>;
export type MissingVariables = None<Exclude<Variable, ExplainedVariable>>;
export type UnknownVariables = None<Exclude<ExplainedVariable, Variable>>;
