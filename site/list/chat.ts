import type { Mention } from "./read-list.ts";

/*
 * Chat and logs: of the game, of servers and of Geyser, with the commands and lists of whitelists. What is said is of no
 * interest: only who says it, who comes and goes, and whose UUID is told.
 */

/** Colours of the game and of terminals. */
const COLOURS = /§[0-9a-fk-orx]|\p{Cc}\[[\d;]*m/giu;
/** The prefix of a line in a log: times, threads, levels, ranks. */
const PREFIX =
  /^(?:\s*(?:\[[^\]]{0,80}\]|\d{4}[-/.]\d\d[-/.]\d\d(?:T(?=\d))?|\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?Z?(?: ?[ap]m)?|INFO|WARN|ERROR|[:-](?= )))+:?\s*/i;
const IS_TIMED = /\d{1,2}:\d\d|\/(?:INFO|WARN|ERROR)\]|\b(?:INFO|WARN)\b|\[CHAT\]/;
/** A line of a program, in which `Word: …` is no chat. */
const IS_OF_PROGRAM = /\/(?:INFO|WARN|ERROR)\]|\b(?:INFO|WARN|ERROR)\b/;
const IS_CHAT = /\[CHAT\]|\bchat\b/i;

const NAME = String.raw`([.*+_-]?\w{2,25})`;
const UUID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";

const DEATHS = [
  "was (?:slain|shot|killed|blown|pricked|squashed|squished|skewered|impaled|struck|stung|pummeled|frozen|burned|burnt|fireballed|poked|doomed|obliterated|roasted)",
  "(?:died|drowned|withered away|blew up|starved to death|froze to death|burned to death|hit the ground|suffocated in)",
  "fell (?:from|off|out|while|too|into)",
  "went (?:up in flames|off with a bang)",
  "(?:walked into|tried to swim in|experienced kinetic|discovered the floor)",
].join("|");

/** How a line tells of a player; a second group is the UUID. */
const OF_PLAYER: readonly { pattern: RegExp; isOfBedrock?: boolean }[] = [
  { pattern: /^\/?(?:minecraft:)?whitelist (?:add|remove) "?([^"]{1,40})"?$/i },
  { pattern: /^\/?fwhitelist (?:add|remove) "?([^"]{1,40})"?$/i, isOfBedrock: true },
  { pattern: /^\/?(?:minecraft:)?(?:op|deop|ban|pardon|kick) "?([.*+\w][^"\s]{0,39})"?$/i },
  { pattern: /Player connected with username ([^\s].{0,15})$/, isOfBedrock: true },
  ...[
    `^UUID of player ${NAME} is ${UUID}`,
    `Floodgate player logged in as ${NAME} joined \\(UUID: ${UUID}`,
    `\\(logged in as: ${NAME}\\) has connected`,
    `^<(?:\\[[^\\]]*\\] ?)*${NAME}>`,
    `^\\* ${NAME} `,
    `^${NAME} (?:\\(formerly known as \\w+\\) )?(?:joined|left) the game`,
    `^${NAME}\\[/?[\\d.:a-f[\\]]+\\] logged in`,
    `^${NAME} (?:lost connection|issued server command|whispers to you)`,
    `^${NAME} has (?:made the advancement|completed the challenge|reached the goal)`,
    `^${NAME} (?:${DEATHS})`,
    `^(?:Added|Removed) ${NAME} (?:to|from) the whitelist`,
    `^(?:Made|Opped) ${NAME}(?: a server operator)?$`,
    `^(?:Banned|Unbanned|Kicked) ${NAME}(?::|$)`,
  ].map((text) => ({ pattern: new RegExp(text, "i") })),
];
const LISTED = /^There (?:are|is) \d+ [^:]*: *(.+)$/;
const SAYS = new RegExp(String.raw`^${NAME}(?:: | ?(?:»|›|➤|>>) )\S`);

/** The players of chat, a log or commands, in the order in which they first occur; null for another text. */
export function playersInChat(text: string): Mention[] | null {
  let [told, others] = [0, 0];
  const known = new Map<string, Line>();
  const mentions = text.split(/\r\n|[\n\r]/).flatMap((raw, index) => {
    if (raw.trim() === "") return [];
    const line = known.get(raw) ?? readLine(raw);
    known.set(raw, line);
    if (line.players.length > 0 || line.isTimed) told += 1;
    else others += 1;
    return line.players.map((player) => ({ ...player, at: index + 1, text: raw }));
  });
  if (mentions.length === 0 || told <= others) return null;
  const withId = new Set(mentions.flatMap(({ name, id }) => (id ? [keyOf(name)] : [])));
  const seen = new Set<string>();
  return mentions.filter(({ name, id = "" }) => {
    const key = `${keyOf(name)} ${id}`;
    if (seen.has(key) || (id === "" && withId.has(keyOf(name)))) return false;
    seen.add(key);
    return true;
  });
}

function keyOf(name = ""): string {
  return name.toLowerCase();
}

type Player = Pick<Mention, "name" | "id" | "isGamertag">;

interface Line {
  players: readonly Player[];
  /** It is of a log, whatever it says. */
  isTimed: boolean;
}

function readLine(raw: string): Line {
  const line = raw.replaceAll(COLOURS, "").trim();
  const [prefix = ""] = PREFIX.exec(line) ?? [];
  const rest = line.slice(prefix.length);
  return { players: playersIn(rest, prefix), isTimed: IS_TIMED.test(prefix) };
}

function playersIn(rest: string, prefix: string): Player[] {
  const [, list] = LISTED.exec(rest) ?? [];
  if (list !== undefined) return list.split(/, | and /).map(withoutRank);
  for (const { pattern, isOfBedrock = false } of OF_PLAYER) {
    const [, name, id] = pattern.exec(rest) ?? [];
    if (name !== undefined) return [{ name: name.trim(), id, isGamertag: isOfBedrock }];
  }
  const mayBeChat = !IS_OF_PROGRAM.test(prefix) || IS_CHAT.test(prefix);
  const [, speaker] = (mayBeChat ? SAYS.exec(rest) : null) ?? [];
  return speaker === undefined ? [] : [{ name: speaker }];
}

function withoutRank(name: string): Player {
  return { name: name.replace(/^\[[^\]]*\] ?/, "").trim() };
}
