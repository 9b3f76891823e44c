import { lines } from "./lines.ts";
import type { SampleParameter, SampleRequest } from "./sample-request.ts";
import { javaString } from "./string-literals.ts";

/** For Java 17, which has no JSON of its own: the body is shown as it is. */
export function javaSample({ stem, query, file }: SampleRequest): string {
  const encodes = query.some(isEncoded);
  const url = javaString(stem);
  const isPicture = file !== undefined;
  return lines(
    "import java.io.IOException;",
    "import java.net.URI;",
    encodes && "import java.net.URLEncoder;",
    "import java.net.http.HttpClient;",
    "import java.net.http.HttpRequest;",
    "import java.net.http.HttpResponse;",
    encodes && "import java.nio.charset.StandardCharsets;",
    isPicture && "import java.nio.file.Files;",
    isPicture && "import java.nio.file.Path;",
    "import java.time.Duration;",
    "",
    "public class Main {",
    "    public static void main(String[] args) throws IOException, InterruptedException {",
    query.length > 0 && `        String query = ${terms(query)};`,
    `        URI address = URI.create(${url}${query.length === 0 ? "" : " + query"});`,
    "        HttpRequest request = HttpRequest.newBuilder(address)",
    "            .timeout(Duration.ofSeconds(10))",
    "            .build();",
    `        HttpResponse<${isPicture ? "byte[]" : "String"}> response = HttpClient.newHttpClient()`,
    `            .send(request, HttpResponse.BodyHandlers.${isPicture ? "ofByteArray" : "ofString"}());`,
    "",
    "        if (response.statusCode() != 200) {",
    `            System.err.println(${isPicture ? '"HTTP " + response.statusCode()' : "response.body()"});`,
    "            System.exit(1);",
    "        }",
    isPicture
      ? `        Files.write(Path.of(${javaString(file)}), response.body());`
      : "        System.out.println(response.body());",
    "    }",
    "}",
  );
}

function terms(query: readonly SampleParameter[]): string {
  return query
    .map((parameter, index) => {
      const name = `${index === 0 ? "" : "&"}${parameter.name}=`;
      if (!isEncoded(parameter)) return javaString(name + parameter.value);
      const value = javaString(parameter.value);
      return `${javaString(name)} + URLEncoder.encode(${value}, StandardCharsets.UTF_8)`;
    })
    .join("\n            + ");
}

function isEncoded({ kind }: SampleParameter): boolean {
  return kind === "text";
}
