import { lines, list, type ListStyle } from "./lines.ts";
import type { SampleParameter, SampleRequest } from "./sample-request.ts";
import { phpString } from "./string-literals.ts";

const ARRAY: ListStyle = { margin: "", padding: "", indent: "    " };

/** For PHP 8, with nothing but its core. */
export function phpSample({ stem, query, noun, file }: SampleRequest): string {
  const url = phpString(stem);
  const target = `${url}${query.length === 0 ? "" : " . $query"}`;
  const start = [
    "<?php",
    "",
    query.length > 0 && list("$query = http_build_query([", query.map(entry), "]);", ARRAY),
  ];
  if (file !== undefined) {
    return lines(
      ...start,
      `$${noun} = file_get_contents(${target});`,
      `if ($${noun} === false) {`,
      "    exit(1); // A warning has told the status.",
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

function entry({ name, value, kind }: SampleParameter): string {
  return `'${name}' => ${kind === "number" ? value : phpString(value)}`;
}
