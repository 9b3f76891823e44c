/** The words of RFC 9110 for what the service answers: HTTP/2 sends none. */
const WORDS: Readonly<Record<number, string>> = {
  200: "OK",
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  414: "URI Too Long",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

/** A status as it is usually written, as in `404 Not Found`. */
export function statusLine(status: number, statusText: string): string {
  return `${status} ${WORDS[status] ?? statusText}`.trim();
}
