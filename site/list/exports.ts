import { dashed } from "../../lib/contract/identifiers.ts";
import type { BedrockProfile, JavaProfile } from "../../lib/contract/profile.ts";
import { floodgateCommand, whitelistCommand } from "../pages/commands.ts";
import { doubtOf, type Row } from "./rows.ts";

/* The players of a list as commands and files. A player who is listed twice is in them once. */

/** The players to add to a whitelist. */
export interface Chosen {
  java: readonly JavaProfile[];
  bedrock: readonly BedrockProfile[];
}

/** @param added The indexes of rows in doubt whose Bedrock player is wanted, too. */
export function chosenOf(rows: readonly Row[], added: ReadonlySet<number>): Chosen {
  const java = new Map<string, JavaProfile>();
  const bedrock = new Map<string, BedrockProfile>();
  for (const [index, row] of rows.entries()) {
    if (row.java.kind === "java") java.set(row.java.profile.uuid, row.java.profile);
    if (row.bedrock.kind !== "bedrock") continue;
    const { profile } = row.bedrock;
    if (doubtOf(row) === null || added.has(index)) bedrock.set(profile.xuid_decimal, profile);
  }
  return { java: [...java.values()], bedrock: [...bedrock.values()] };
}

export function whitelistCommands({ java }: Chosen): string {
  return java.map(({ username }) => whitelistCommand(username)).join("\n");
}

export function floodgateCommands({ bedrock }: Chosen): string {
  return bedrock.map(({ gamertag }) => floodgateCommand(gamertag)).join("\n");
}

/** Names have up to 16 characters on a Java server. */
const LONGEST_NAME = 16;

/** The file of a server. A Bedrock player with a linked account joins as the Java player. */
export function whitelistFile({ java, bedrock }: Chosen): string {
  const players = [
    ...java.map(({ uuid, username }) => ({ uuid: dashed(uuid), name: username })),
    ...bedrock
      .filter(({ linked }) => linked !== true)
      .map(({ floodgate_uuid: uuid, gamertag }) => ({
        uuid,
        name: `.${gamertag.replaceAll(" ", "_")}`.slice(0, LONGEST_NAME),
      })),
  ];
  return `${JSON.stringify(players, null, 2)}\n`;
}

/** A row for programs: the texts are the same in every language. */
function recordOf(row: Row) {
  const { entry, java, bedrock, isRenamed } = row;
  const ofJava = java.kind === "java" ? java.profile : undefined;
  const ofBedrock = bedrock.kind === "bedrock" ? bedrock.profile : undefined;
  return {
    listed: entry.listed,
    result: resultOf(row),
    renamed: isRenamed,
    java_name: ofJava?.username ?? null,
    java_uuid: ofJava === undefined ? null : dashed(ofJava.uuid),
    gamertag: ofBedrock?.gamertag ?? null,
    xuid: ofBedrock?.xuid_decimal ?? null,
    floodgate_uuid: ofBedrock?.floodgate_uuid ?? null,
    linked: ofBedrock?.linked ?? null,
  };
}

function resultOf({ java, bedrock, isOpen }: Row): string {
  const isFound = java.kind === "java" || bedrock.kind === "bedrock";
  if (isFound) return isOpen ? "incomplete" : "found";
  if (isOpen) return "not_looked_up";
  return java.kind === "unsearchable" || java.kind === "invalid" ? java.kind : "not_found";
}

export function jsonFile(rows: readonly Row[]): string {
  return `${JSON.stringify(rows.map(recordOf), null, 2)}\n`;
}

/** With a byte order mark, without which Excel reads no other letters than Latin ones. */
export function csvFile(rows: readonly Row[]): string {
  const records = rows.map(recordOf);
  const titles = Object.keys(records[0] ?? {});
  const lines = records.map((record) =>
    Object.values(record)
      .map((value) => cell(value))
      .join(),
  );
  return `\uFEFF${[titles.join(), ...lines].join("\r\n")}\r\n`;
}

function cell(value: string | boolean | null): string {
  const text = String(value ?? "");
  // A spreadsheet takes text that begins so for a formula.
  const plain = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
