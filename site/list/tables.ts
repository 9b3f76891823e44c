import { isXuid, trimmed, uuidDigits } from "../../lib/contract/identifiers.ts";
import type { Mention } from "./read-list.ts";

/* Tables as spreadsheets and databases write them: a tab, semicolon or comma between the cells. */

const MOST_COLUMNS = 100;
const DELIMITERS = ["\t", ";", ","];

/** Titles of a column of names, in the languages of the site. */
const NAMES = [
  "name names username usernames user player players playername nick nickname ign minecraft minecraftname mcname listed",
  "spieler spielername spielernamen nutzername benutzername",
  "nombre jugador jugadores usuario pseudo pseudos joueur joueurs nom nome jogador jogadores usuário",
  "nazwa gracz gracze gracza ник никнейм имя игрок игроки 名前 プレイヤー プレイヤー名 ユーザー名",
  "名字 玩家 玩家名 玩家名称 用户名 الاسم اسم اللاعب لاعب اللاعبون",
]
  .join(" ")
  .split(" ");
const JAVA_NAMES = ["java", "javaname", "javausername", ...NAMES];
const GAMERTAGS = ["gamertag", "bedrock", "bedrockname", "xbox", "xboxname"];
const JAVA_IDS = ["uuid", "javauuid", "playeruuid", "id"];
const BEDROCK_IDS = ["xuid", "floodgateuuid", "xuiddecimal"];

/** The players of a table; null for another text. */
export function rowsOfTable(text: string): Mention[] | null {
  for (const delimiter of DELIMITERS) {
    if (!text.includes(delimiter)) continue;
    const rows = cellsOf(text, delimiter).filter(({ cells }) => cells.some((one) => one !== ""));
    const columns = columnsOf(rows.map(({ cells }) => cells));
    if (columns === null) continue;
    const players = columns.hasHeader ? rows.slice(1) : rows;
    return players.flatMap(({ at, cells }) => {
      const mentions = columns.players.map(({ id, name, isGamertag }) => ({
        at,
        id: id.map((column) => cells[column]).find(Boolean),
        name: [name].map((column = -1) => cells[column]).find(Boolean),
        isGamertag,
        text: cells.join(delimiter === "\t" ? " " : delimiter),
      }));
      const named = mentions.filter((one) => one.id !== undefined || one.name !== undefined);
      return named.length > 0 ? named : mentions.slice(0, 1);
    });
  }
  return withoutTitle(text);
}

/** A single column with a title. */
function withoutTitle(text: string): Mention[] | null {
  const rows = cellsOf(text, "\n");
  const [title, ...others] = rows.filter(({ cells }) => cells[0] !== "");
  if (title === undefined || others.length === 0 || text.includes("#")) return null;
  const key = titleKey(title.cells[0]);
  const isGamertag = GAMERTAGS.includes(key);
  if (![...JAVA_NAMES, ...JAVA_IDS, ...BEDROCK_IDS].includes(key) && !isGamertag) return null;
  return others.map(({ at, cells: [cell = ""] }) =>
    isId(cell)
      ? { at, id: cell, text: cell }
      : { at, name: cell, isGamertag: isGamertag || undefined, text: cell },
  );
}

interface Row {
  /** Its line. */
  at: number;
  cells: string[];
}

/** The cells of a text; those in quotation marks may contain the delimiter, line breaks and `""`. Linear. */
function cellsOf(text: string, delimiter: string): Row[] {
  const rows: Row[] = [];
  let row: Row = { at: 1, cells: [] };
  let [line, cell, isQuoted] = [1, "", false];
  const endCell = () => {
    row.cells.push(trimmed(cell));
    cell = "";
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = { at: line, cells: [] };
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "\n") line += 1;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text.charAt(at + 1) === '"') cell += text.charAt((at += 1));
      else isQuoted = false;
    } else if (sign === '"' && cell === "") isQuoted = true;
    else if (sign === "\n") endRow();
    else if (sign === delimiter) endCell();
    else if (sign !== "\r") cell += sign;
  }
  endRow();
  return rows;
}

interface Columns {
  hasHeader: boolean;
  /** The columns with the players of a row: one, or one for each edition. */
  players: readonly { id: readonly number[]; name: number | undefined; isGamertag: boolean }[];
}

function columnsOf(rows: readonly string[][]): Columns | null {
  const [first = []] = rows;
  if (first.length < 2 || first.length > MOST_COLUMNS) return null;
  return columnsByTitle(first) ?? columnsByContent(rows);
}

function columnsByTitle(titles: readonly string[]): Columns | null {
  const keys = titles.map(titleKey);
  const find = (names: readonly string[]) =>
    keys.flatMap((key, index) => (names.includes(key) ? [index] : []));
  const java = { id: find(JAVA_IDS), name: find(JAVA_NAMES)[0], isGamertag: false };
  const bedrock = { id: find(BEDROCK_IDS), name: find(GAMERTAGS)[0], isGamertag: true };
  const players = [java, bedrock].filter(({ id, name }) => id.length > 0 || name !== undefined);
  return players.length === 0 ? null : { hasHeader: true, players };
}

/** Without known titles: the column of IDs, and beside it one that looks like names. */
function columnsByContent(rows: readonly string[][]): Columns | null {
  const body = rows.length > 1 ? rows.slice(1) : rows;
  const [{ length: width } = []] = rows;
  const shareOf = (column: number, is: (cell: string) => boolean) =>
    body.filter((cells) => is(cells[column] ?? "")).length / body.length;
  const best = (is: (cell: string) => boolean, except = -1) => {
    const shares = Array.from({ length: width }, (_, column) =>
      column === except ? 0 : shareOf(column, is),
    );
    const most = Math.max(...shares);
    return most > 0.5 ? shares.indexOf(most) : undefined;
  };
  const id = best(isId);
  if (id === undefined) return null;
  const players = [{ id: [id], name: best(looksLikeName, id), isGamertag: false }];
  return { hasHeader: !isId(rows[0]?.[id] ?? ""), players };
}

function titleKey(title = ""): string {
  return title.toLowerCase().replaceAll(/[^\p{L}]/gu, "");
}

function isId(cell: string): boolean {
  return uuidDigits(cell) !== null || isXuid(cell);
}

function looksLikeName(cell: string): boolean {
  return /^[.*+]?\w{2,25}$/.test(cell) && !/^\d+$/.test(cell);
}
