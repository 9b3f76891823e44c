import { doubleQuoted, lines, list, phpString, shellString } from "./lines.ts";
import type { SampleParameter, SampleRequest } from "./samples.ts";

const INDENT = "    ";

/**
 * For a POSIX shell and curl 7.76 or newer. An error's body is printed, but never saved as an image:
 * there, curl itself reports the status.
 */
export function curlSample({ url, query, file }: SampleRequest): string {
  return lines(
    [
      `curl ${file === undefined ? "--fail-with-body" : "--fail"} --silent --show-error`,
      `--get ${shellString(url)}`,
      ...query.map(({ name, value }) => `--data-urlencode ${shellString(`${name}=${value}`)}`),
      ...(file === undefined ? [] : [`--output ${file}`]),
    ].join(" \\\n  "),
  );
}

/** For Python 3.8 and newer, with nothing but its standard library. */
export function pythonSample({ url, query, noun, file }: SampleRequest): string {
  const isImage = file !== undefined;
  return lines(
    !isImage && "import json",
    "import sys",
    isImage && "from pathlib import Path",
    "from urllib.error import HTTPError",
    "from urllib.parse import urlencode",
    "from urllib.request import urlopen",
    "",
    list("query = urlencode({", entries(query, doubleQuoted, ": "), "})", INDENT),
    "",
    "try:",
    `    with urlopen(${doubleQuoted(`${url}?`)} + query, timeout=10) as response:`,
    `        ${noun} = ${isImage ? "response.read()" : "json.load(response)"}`,
    "except HTTPError as error:",
    `    sys.exit(${isImage ? "str(error)" : 'json.load(error)["error"]'})`,
    "",
    isImage
      ? `Path(${doubleQuoted(file)}).write_bytes(${noun})`
      : `print(json.dumps(${noun}, indent=2))`,
  );
}

/** For PHP 8, with nothing but its core. */
export function phpSample({ url, query, noun, file }: SampleRequest): string {
  const requested = `${phpString(`${url}?`)} . $query`;
  return lines(
    "<?php",
    "",
    list("$query = http_build_query([", entries(query, phpString, " => "), "]);", INDENT),
    file === undefined
      ? [
          "// Errors have a body, too.",
          "$context = stream_context_create(['http' => ['ignore_errors' => true]]);",
          `$body = file_get_contents(${requested}, context: $context);`,
          `$${noun} = json_decode($body, true, flags: JSON_THROW_ON_ERROR);`,
          `if (!$${noun}['success']) {`,
          `    throw new RuntimeException($${noun}['error']);`,
          "}",
          "",
          `echo json_encode($${noun}, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), PHP_EOL;`,
        ]
      : [
          `$${noun} = file_get_contents(${requested});`,
          `if ($${noun} === false) {`,
          "    exit(1); // PHP has printed the status as a warning.",
          "}",
          "",
          `file_put_contents(${phpString(file)}, $${noun});`,
        ],
  );
}

/** The entries of a dictionary or an array. */
function entries(
  query: readonly SampleParameter[],
  quote: (text: string) => string,
  separator: string,
): string[] {
  return query.map(
    ({ name, value, kind }) => quote(name) + separator + (kind === "number" ? value : quote(value)),
  );
}
