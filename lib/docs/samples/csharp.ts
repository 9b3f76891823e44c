import { lines } from "./lines.ts";
import type { SampleParameter, SampleRequest } from "./sample-request.ts";
import { csharpString } from "./string-literals.ts";

/** For .NET 6 and newer, as the `Program.cs` of a console project. */
export function csharpSample({ stem, query, noun, file }: SampleRequest): string {
  const url = csharpString(stem);
  const request = [
    "using var client = new HttpClient();",
    ...queryLines(query),
    `var address = ${url}${query.length === 0 ? "" : " + await query.ReadAsStringAsync()"};`,
    "using var response = await client.GetAsync(address);",
  ];
  if (file !== undefined) {
    return lines(
      ...request,
      "response.EnsureSuccessStatusCode();",
      "",
      `var ${noun} = await response.Content.ReadAsByteArrayAsync();`,
      `await File.WriteAllBytesAsync(${csharpString(file)}, ${noun});`,
    );
  }
  return lines(
    "using System.Net.Http.Json;",
    "using System.Text.Json;",
    "",
    ...request,
    "",
    `var ${noun} = await response.Content.ReadFromJsonAsync<JsonElement>();`,
    "if (!response.IsSuccessStatusCode)",
    "{",
    `    throw new HttpRequestException(${noun}.GetProperty("error").GetString());`,
    "}",
    "",
    `Console.WriteLine(${noun});`,
  );
}

function queryLines(query: readonly SampleParameter[]): string[] {
  if (query.length === 0) return [];
  return [
    "using var query = new FormUrlEncodedContent(new Dictionary<string, string>",
    "{",
    ...query.map(({ name, value }) => `    ["${name}"] = ${csharpString(value)},`),
    "});",
  ];
}
