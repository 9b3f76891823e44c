import { doubleQuoted, lines } from "./lines.ts";
import type { SampleParameter, SampleRequest } from "./samples.ts";

/** The longest term of a query that stands on one line of Java. */
const JAVA_TERM = 72;

/** Fixed texts and numbers are the same when they are encoded. */
const isEncoded = ({ kind }: SampleParameter) => kind === "text";

/** For Java 17, which has no JSON parser: the body is printed as it is. */
export function javaSample({ url, query, file }: SampleRequest): string {
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

/** For Go 1.18 and newer, with nothing but its standard library. */
export function goSample({ url, query, file }: SampleRequest): string {
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
