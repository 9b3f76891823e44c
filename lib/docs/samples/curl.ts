import { lines } from "./lines.ts";
import type { SampleParameter, SampleRequest } from "./sample-request.ts";
import { hasUnseen, shellString } from "./string-literals.ts";

/**
 * For a POSIX shell and curl 7.76 or newer. An error's body is shown, but never saved as a picture:
 * there, curl itself says the status.
 */
export function curlSample({ address, query, file }: SampleRequest): string {
  const command = [
    `curl ${file === undefined ? "--fail-with-body" : "--fail"} --silent --show-error`,
    query.length > 0 && "--get",
    shellString(address),
  ];
  return lines(
    [
      command.filter((part) => part !== false).join(" "),
      ...query.map(parameter),
      ...(file === undefined ? [] : [`--output ${file}`]),
    ].join(" \\\n  "),
  );
}

function parameter({ name, value }: SampleParameter): string {
  // A shell has no escapes for what cannot be seen, an address has.
  return hasUnseen(value)
    ? `--data ${shellString(`${name}=${encodeURIComponent(value)}`)}`
    : `--data-urlencode ${shellString(`${name}=${value}`)}`;
}
