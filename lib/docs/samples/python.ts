import { lines, list, type ListStyle } from "./lines.ts";
import type { SampleParameter, SampleRequest } from "./sample-request.ts";
import { pythonString } from "./string-literals.ts";

const DICTIONARY: ListStyle = { margin: "", padding: "", indent: "    " };

/** For Python 3.8 and newer, with nothing but its standard library. */
export function pythonSample({ stem, query, noun, file }: SampleRequest): string {
  const url = pythonString(stem);
  const isPicture = file !== undefined;
  return lines(
    !isPicture && "import json",
    "import sys",
    isPicture && "from pathlib import Path",
    "from urllib.error import HTTPError",
    query.length > 0 && "from urllib.parse import urlencode",
    "from urllib.request import urlopen",
    "",
    query.length > 0 && `${list("query = urlencode({", query.map(entry), "})", DICTIONARY)}\n`,
    "try:",
    `    with urlopen(${url}${query.length === 0 ? "" : " + query"}, timeout=10) as response:`,
    `        ${noun} = ${isPicture ? "response.read()" : "json.load(response)"}`,
    "except HTTPError as error:",
    isPicture ? "    sys.exit(str(error))" : '    sys.exit(json.load(error)["error"])',
    "",
    isPicture
      ? `Path(${pythonString(file)}).write_bytes(${noun})`
      : `print(json.dumps(${noun}, indent=2))`,
  );
}

function entry({ name, value, kind }: SampleParameter): string {
  return `"${name}": ${kind === "number" ? value : pythonString(value)}`;
}
