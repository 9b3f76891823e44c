import { doubleQuoted, lines, list, phpString, shellString, type ListStyle } from "./lines.ts";
import type { SampleParameter, SampleRequest } from "./samples.ts";

/** The style of dictionaries and arrays. */
const LIST: ListStyle = { padding: "", indent: "    " };

/**
 * For a POSIX shell and curl 7.76 or newer. An error's body is printed, but never saved as an image:
 * there, curl itself reports the status.
 */
export function curlSample({ url, query, file }: SampleRequest): string {
  return lines(
    [
      `curl ${file === undefined ? "--fail-with-body" : "--fail"} --silent --show-error`,
      (query.length > 0 ? "--get " : "") + shellString(url),
      ...query.map(({ name, value }) => `--data-urlencode ${shellString(`${name}=${value}`)}`),
      ...(file === undefined ? [] : [`--output ${file}`]),
    ].join(" \\\n  "),
  );
}

/** For Python 3.8 and newer, with nothing but its standard library. */
export function pythonSample({ stem, query, noun, file }: SampleRequest): string {
  const url = doubleQuoted(stem);
  const isImage = file !== undefined;
  return lines(
    !isImage && "import json",
    "import sys",
    isImage && "from pathlib import Path",
    "from urllib.error import HTTPError",
    query.length > 0 && "from urllib.parse import urlencode",
    "from urllib.request import urlopen",
    "",
    query.length > 0 && `${list("query = urlencode({", query.map(pythonEntry), "})", LIST)}\n`,
    "try:",
    `    with urlopen(${url}${query.length === 0 ? "" : " + query"}, timeout=10) as response:`,
    `        ${noun} = ${isImage ? "response.read()" : "json.load(response)"}`,
    "except HTTPError as error:",
    isImage ? "    sys.exit(str(error))" : '    sys.exit(json.load(error)["error"])',
    "",
    isImage
      ? `Path(${doubleQuoted(file)}).write_bytes(${noun})`
      : `print(json.dumps(${noun}, indent=2))`,
  );
}

function pythonEntry({ name, value, kind }: SampleParameter): string {
  return `"${name}": ${kind === "number" ? value : doubleQuoted(value)}`;
}

/** For PHP 8, with nothing but its core. */
export function phpSample({ stem, query, noun, file }: SampleRequest): string {
  const url = phpString(stem);
  const target = `${url}${query.length === 0 ? "" : " . $query"}`;
  const start = [
    "<?php",
    "",
    query.length > 0 && list("$query = http_build_query([", query.map(phpEntry), "]);", LIST),
  ];
  if (file !== undefined) {
    return lines(
      ...start,
      `$${noun} = file_get_contents(${target});`,
      `if ($${noun} === false) {`,
      "    exit(1); // PHP has printed the status as a warning.",
      "}",
      "",
      `file_put_contents(${phpString(file)}, $${noun});`,
    );
  }
  return lines(
    ...start,
    "// Errors have a body, too.",
    "$context = stream_context_create(['http' => ['ignore_errors' => true]]);",
    `$body = file_get_contents(${target}, context: $context);`,
    `$${noun} = json_decode($body, true, flags: JSON_THROW_ON_ERROR);`,
    `if (!$${noun}['success']) {`,
    `    throw new RuntimeException($${noun}['error']);`,
    "}",
    "",
    `echo json_encode($${noun}, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), PHP_EOL;`,
  );
}

function phpEntry({ name, value, kind }: SampleParameter): string {
  return `'${name}' => ${kind === "number" ? value : phpString(value)}`;
}
