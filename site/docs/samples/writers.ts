import type { SampleLanguageId } from "./languages.ts";

export interface SampleParameter {
  name: string;
  /** Not encoded. */
  value: string;
  /** How the value is written in code; `choice` is one of a few fixed texts. */
  kind: "text" | "choice" | "number" | "boolean";
}

/** One request, for every language to write. */
interface SampleRequest {
  /** The subject of the response, as a variable's name: `profile`. */
  noun: string;
  baseUrl: string;
  /** The path, without the query. */
  route: string;
  /** The URL up to the query. */
  url: string;
  /** At least one parameter. */
  query: readonly SampleParameter[];
  /** The file to save an image in; undefined when the response is JSON. */
  file: string | undefined;
}

/** Each writes a request as a program of its language. */
export const writers: Readonly<Record<SampleLanguageId, (request: SampleRequest) => string>> = {
  curl: curlSample,
  javascript: javascriptSample,
  typescript: typescriptSample,
  python: pythonSample,
  java: javaSample,
  csharp: csharpSample,
  go: goSample,
  php: phpSample,
};

/**
 * For a POSIX shell and curl 7.76 or newer. An error's body is printed, but never saved as an image:
 * there, curl itself reports the status.
 */
function curlSample({ url, query, file }: SampleRequest): string {
  return lines(
    [
      `curl ${file === undefined ? "--fail-with-body" : "--fail"} --silent --show-error --max-time 10`,
      `--get ${shellString(url)}`,
      ...query.map(({ name, value }) => `--data-urlencode ${shellString(`${name}=${value}`)}`),
      ...(file === undefined ? [] : [`--output ${file}`]),
    ].join(" \\\n  "),
  );
}

/** For Python 3.8 and newer, with nothing but its standard library. */
function pythonSample({ url, query, noun, file }: SampleRequest): string {
  const isImage = file !== undefined;
  return lines(
    !isImage && "import json",
    "import sys",
    isImage && "from pathlib import Path",
    "from urllib.error import HTTPError",
    "from urllib.parse import urlencode",
    "from urllib.request import urlopen",
    "",
    list("query = urlencode({", entries(query, doubleQuoted, ": "), "})", "    "),
    "",
    "try:",
    `    with urlopen(${doubleQuoted(`${url}?`)} + query, timeout=10) as response:`,
    `        ${noun} = ${isImage ? "response.read()" : "json.load(response)"}`,
    "except HTTPError as error:",
    `    sys.exit(${isImage ? "str(error)" : 'f"{error}: {error.read().decode()}"'})`,
    "except OSError as error:",
    "    sys.exit(str(error))",
    "",
    isImage
      ? `Path(${doubleQuoted(file)}).write_bytes(${noun})`
      : `print(json.dumps(${noun}, indent=2))`,
  );
}

/** For PHP 8, with nothing but its core. */
function phpSample({ url, query, noun, file }: SampleRequest): string {
  const requested = `${phpString(`${url}?`)} . $query`;
  return lines(
    "<?php",
    "",
    list("$query = http_build_query([", entries(query, phpString, " => "), "]);", "    "),
    file === undefined
      ? [
          "// Errors have a body, too.",
          "$context = stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 10]]);",
          `$body = file_get_contents(${requested}, context: $context);`,
          `$${noun} = json_decode((string) $body, true);`,
          `if (!($${noun}['success'] ?? false)) {`,
          `    throw new RuntimeException($${noun}['error'] ?? 'The response is not JSON.');`,
          "}",
          "",
          `echo json_encode($${noun}, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), PHP_EOL;`,
        ]
      : [
          "$context = stream_context_create(['http' => ['timeout' => 10]]);",
          `$${noun} = file_get_contents(${requested}, context: $context);`,
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

/** For browsers and Node 20. Only Node can write a file: in a browser, one line differs. */
function javascriptSample({ url, query, noun, file }: SampleRequest): string {
  return lines(
    file !== undefined && ['import { writeFile } from "node:fs/promises";', ""],
    list("const query = new URLSearchParams({ ", properties(query), " });", "  "),
    `const response = await fetch(${doubleQuoted(`${url}?`)} + query, {`,
    "  signal: AbortSignal.timeout(10_000),",
    "});",
    file === undefined
      ? [
          `const ${noun} = await response.json().catch(() => null);`,
          `if (!${noun}?.success) {`,
          `  throw new Error(${noun}?.error ?? \`HTTP \${response.status}\`);`,
          "}",
          "",
          `console.log(JSON.stringify(${noun}, null, 2));`,
        ]
      : [
          "if (!response.ok) throw new Error(`HTTP ${response.status}`);",
          "",
          "// In a browser: image.src = URL.createObjectURL(await response.blob());",
          `await writeFile(${doubleQuoted(file)}, response.body);`,
        ],
  );
}

/** The properties of an object literal. */
function properties(parameters: readonly SampleParameter[]): string[] {
  return parameters.map(({ name, value, kind }) =>
    kind === "number" || kind === "boolean"
      ? `${name}: ${value}`
      : `${name}: ${doubleQuoted(value)}`,
  );
}

/** With `openapi-fetch`, and types that `openapi-typescript` generates from `/openapi.json`. */
function typescriptSample({ baseUrl, route, query, file }: SampleRequest): string {
  const isImage = file !== undefined;
  const received = isImage ? "{ data, response }" : "{ data, error, response }";
  const options = [
    "params: { query }",
    ...(isImage ? ['parseAs: "blob"'] : []),
    "signal: AbortSignal.timeout(10_000)",
  ];
  const get = `const ${received} = await nametag.GET(${doubleQuoted(route)}, { `;
  return lines(
    "// npm install openapi-fetch",
    `// npx openapi-typescript@7 ${baseUrl}/openapi.json -o nametag-api.d.ts`,
    isImage && 'import { writeFile } from "node:fs/promises";',
    'import createClient from "openapi-fetch";',
    'import type { paths } from "./nametag-api.d.ts";',
    "",
    `const nametag = createClient<paths>({ baseUrl: ${doubleQuoted(baseUrl)} });`,
    list("const query = { ", properties(query), " } as const;", "  "),
    list(get, options, " });", "  "),
    isImage
      ? [
          "if (!data) throw new Error(`HTTP ${response.status}`);",
          "",
          "// In a browser: image.src = URL.createObjectURL(data);",
          `await writeFile(${doubleQuoted(file)}, Buffer.from(await data.arrayBuffer()));`,
        ]
      : [
          "if (!data) throw new Error(error?.error ?? `HTTP ${response.status}`);",
          "",
          "console.log(JSON.stringify(data, null, 2));",
        ],
  );
}

/** The longest term of a query that stands on one line of Java. */
const JAVA_TERM = 72;

/** Fixed texts and numbers are the same when they are encoded. */
const isEncoded = ({ kind }: SampleParameter) => kind === "text";

/** For Java 17, which has no JSON parser: the body is printed as it is. */
function javaSample({ url, query, file }: SampleRequest): string {
  const encodes = query.some(isEncoded);
  const isImage = file !== undefined;
  return lines(
    "import java.io.IOException;",
    "import java.net.URI;",
    encodes && "import java.net.URLEncoder;",
    "import java.net.http.HttpClient;",
    "import java.net.http.HttpRequest;",
    "import java.net.http.HttpResponse;",
    encodes && "import java.nio.charset.StandardCharsets;",
    isImage && "import java.nio.file.Files;",
    isImage && "import java.nio.file.Path;",
    "import java.time.Duration;",
    "",
    "public class Main {",
    "    public static void main(String[] args) throws IOException, InterruptedException {",
    `        String query = ${terms(query)};`,
    `        URI uri = URI.create(${doubleQuoted(`${url}?`)} + query);`,
    "        HttpRequest request = HttpRequest.newBuilder(uri)",
    "            .timeout(Duration.ofSeconds(10))",
    "            .build();",
    `        HttpResponse<${isImage ? "byte[]" : "String"}> response = HttpClient.newHttpClient()`,
    `            .send(request, HttpResponse.BodyHandlers.${isImage ? "ofByteArray" : "ofString"}());`,
    "",
    "        if (response.statusCode() != 200) {",
    `            System.err.println(${isImage ? '"HTTP " + response.statusCode()' : "response.body()"});`,
    "            System.exit(1);",
    "        }",
    isImage
      ? `        Files.write(Path.of(${doubleQuoted(file)}), response.body());`
      : "        System.out.println(response.body());",
    "    }",
    "}",
  );
}

function terms(query: readonly SampleParameter[]): string {
  return query
    .map((parameter, index) => {
      const name = `${index === 0 ? "" : "&"}${parameter.name}=`;
      if (!isEncoded(parameter)) return doubleQuoted(name + parameter.value);
      const value = doubleQuoted(parameter.value);
      const encoded = `+ URLEncoder.encode(${value}, StandardCharsets.UTF_8)`;
      const isLong = name.length + encoded.length > JAVA_TERM;
      return doubleQuoted(name) + (isLong ? "\n            " : " ") + encoded;
    })
    .join("\n            + ");
}

/** For .NET 6 and newer, which starts an asynchronous `Main`. It throws what is no response. */
function csharpSample({ url, query, file }: SampleRequest): string {
  const isImage = file !== undefined;
  return lines(
    "using System;",
    "using System.Collections.Generic;",
    isImage && "using System.IO;",
    "using System.Net.Http;",
    "using System.Threading.Tasks;",
    "",
    "public static class Program",
    "{",
    "    public static async Task<int> Main()",
    "    {",
    "        var query = new FormUrlEncodedContent(new Dictionary<string, string>",
    "        {",
    query.map(({ name, value }) => `            ["${name}"] = ${doubleQuoted(value)},`),
    "        });",
    "        var client = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };",
    `        var url = ${doubleQuoted(`${url}?`)} + await query.ReadAsStringAsync();`,
    "        var response = await client.GetAsync(url);",
    !isImage && "        var body = await response.Content.ReadAsStringAsync();",
    "        if (!response.IsSuccessStatusCode)",
    "        {",
    `            Console.Error.WriteLine(${isImage ? '"HTTP " + (int)response.StatusCode' : "body"});`,
    "            return 1;",
    "        }",
    "",
    isImage
      ? [
          "        var image = await response.Content.ReadAsByteArrayAsync();",
          `        File.WriteAllBytes(${doubleQuoted(file)}, image);`,
        ]
      : "        Console.WriteLine(body);",
    "        return 0;",
    "    }",
    "}",
  );
}

/** For Go 1.18 and newer, with nothing but its standard library. */
function goSample({ url, query, file }: SampleRequest): string {
  const isImage = file !== undefined;
  return lines(
    "package main",
    "",
    "import (",
    !isImage && '\t"encoding/json"',
    '\t"io"',
    '\t"log"',
    '\t"net/http"',
    '\t"net/url"',
    '\t"os"',
    '\t"time"',
    ")",
    "",
    "func main() {",
    "\tquery := url.Values{}",
    query.map(({ name, value }) => `\tquery.Set("${name}", ${doubleQuoted(value)})`),
    "",
    "\tclient := &http.Client{Timeout: 10 * time.Second}",
    `\tresponse, err := client.Get(${doubleQuoted(`${url}?`)} + query.Encode())`,
    orFail,
    "\tdefer response.Body.Close()",
    "",
    "\tif response.StatusCode != http.StatusOK {",
    isImage ? "\t\tlog.Fatal(response.Status)" : showError,
    "\t}",
    "",
    isImage
      ? [
          "\timage, err := io.ReadAll(response.Body)",
          ...orFail,
          `\tif err := os.WriteFile(${doubleQuoted(file)}, image, 0o644); err != nil {`,
        ]
      : "\tif _, err := io.Copy(os.Stdout, response.Body); err != nil {",
    "\t\tlog.Fatal(err)",
    "\t}",
    "}",
  );
}

const orFail = ["\tif err != nil {", "\t\tlog.Fatal(err)", "\t}"];

const showError = [
  "\t\tvar failure struct {",
  '\t\t\tError string `json:"error"`',
  "\t\t}",
  "\t\tif err := json.NewDecoder(response.Body).Decode(&failure); err != nil {",
  "\t\t\tlog.Fatal(response.Status)",
  "\t\t}",
  "\t\tlog.Fatal(failure.Error)",
];

/** The length from which a line of a sample is broken where possible, so that few scroll sideways. */
const LINE = 80;

/**
 * `start` + items + `end`: on one line if that is short, else one item per line.
 * @param indent The indentation of the items of a broken list.
 */
function list(start: string, items: readonly string[], end: string, indent: string): string {
  const oneLine = start + items.join(", ") + end;
  if (oneLine.length <= LINE) return oneLine;
  return [start.trimEnd(), ...items.map((item) => `${indent}${item},`), end.trimStart()].join("\n");
}

/** Joins lines, without those that are `false`, and ends with a line break. */
function lines(...parts: readonly (string | false | readonly string[])[]): string {
  return `${parts
    .flat()
    .filter((part) => part !== false)
    .join("\n")}\n`;
}

/** A text as a string of JavaScript, Python, Java, C# and Go. */
const doubleQuoted = (text: string): string => JSON.stringify(text);

/** A text as a string of PHP. */
function phpString(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}

/** A text as one word of any POSIX shell. */
function shellString(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
