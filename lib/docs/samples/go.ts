import { lines } from "./lines.ts";
import type { SampleRequest } from "./sample-request.ts";
import { goString } from "./string-literals.ts";

/** For Go 1.18 and newer, with nothing but its standard library. */
export function goSample({ stem, query, file }: SampleRequest): string {
  const url = goString(stem);
  const isPicture = file !== undefined;
  return lines(
    "package main",
    "",
    "import (",
    !isPicture && '\t"encoding/json"',
    '\t"io"',
    '\t"log"',
    '\t"net/http"',
    query.length > 0 && '\t"net/url"',
    '\t"os"',
    '\t"time"',
    ")",
    "",
    "func main() {",
    ...(query.length === 0 ? [] : ["\tquery := url.Values{}"]),
    ...query.map(({ name, value }) => `\tquery.Set("${name}", ${goString(value)})`),
    query.length > 0 && "",
    "\tclient := &http.Client{Timeout: 10 * time.Second}",
    `\tresponse, err := client.Get(${url}${query.length === 0 ? "" : " + query.Encode()"})`,
    ...orFail,
    "\tdefer response.Body.Close()",
    "",
    "\tif response.StatusCode != http.StatusOK {",
    ...(isPicture ? ["\t\tlog.Fatal(response.Status)"] : showError),
    "\t}",
    "",
    ...(isPicture ? save(file) : print),
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

const print = [
  "\tif _, err := io.Copy(os.Stdout, response.Body); err != nil {",
  "\t\tlog.Fatal(err)",
  "\t}",
];

function save(file: string): string[] {
  return [
    "\tpicture, err := io.ReadAll(response.Body)",
    ...orFail,
    `\tif err := os.WriteFile(${goString(file)}, picture, 0o644); err != nil {`,
    "\t\tlog.Fatal(err)",
    "\t}",
  ];
}
