/*
 * Text as each language writes it. Invisible or misleading characters are escaped too: controls,
 * direction marks, unusual spaces.
 */

const UNSEEN = /[\p{C}\p{Z}]/u;

type Escape = (character: string) => string;

/** Whether a text has characters that are invisible or look like a space. */
export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text.replaceAll(" ", ""));
}

export function javascriptString(text: string): string {
  // The code may be pasted into a script element, which `</` would end and `<!--` would change.
  return quoted(text, "", escapeBraced).replace(/<(?=[/!])/g, "\\x3C");
}

export function pythonString(text: string): string {
  return quoted(text, "", escapeLong);
}

export function goString(text: string): string {
  return quoted(text, "", escapeLong);
}

/** ASCII only: Java 17 reads a source file in whatever encoding the machine uses. */
export function javaString(text: string): string {
  return quoted(text, "", escapeUnits).replace(/[^ -~]/gu, escapeUnits);
}

/** PHP's users prefer single quotes; only double quotes have escapes. */
export function phpString(text: string): string {
  return hasUnseen(text) || /['\\]/.test(text) ? quoted(text, "$", escapeBraced) : `'${text}'`;
}

/** For any POSIX shell; invisible characters stay as they are. */
export function shellString(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** In double quotes, with the escapes that all these languages share. */
function quoted(text: string, alsoSpecial: string, escape: Escape): string {
  const escaped = text.replace(/./gsu, (character) => {
    const short = SHORT.get(character);
    if (short !== undefined) return short;
    if (alsoSpecial.includes(character)) return `\\${character}`;
    return hasUnseen(character) ? escape(character) : character;
  });
  return `"${escaped}"`;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function hexadecimal(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** `\u{202e}`: JavaScript, PHP. */
function escapeBraced(character: string): string {
  return `\\u{${hexadecimal(codeOf(character), 1)}}`;
}

/** `\u202e` and `\U0001f600`: Python, Go. */
function escapeLong(character: string): string {
  const code = codeOf(character);
  return code > 0xffff ? `\\U${hexadecimal(code, 8)}` : `\\u${hexadecimal(code, 4)}`;
}

/** `\u202e`, surrogate pairs beyond 16 bits. Java reads `\u000a` as a line break, so controls are octal. */
function escapeUnits(character: string): string {
  const code = codeOf(character);
  if (code < 0x80) return `\\${code.toString(8).padStart(3, "0")}`;
  return character
    .split("")
    .map((unit) => `\\u${hexadecimal(unit.charCodeAt(0), 4)}`)
    .join("");
}
