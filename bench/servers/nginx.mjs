import { writeFileSync } from "node:fs";
import path from "node:path";
import { onPath } from "../../scripts/find-browser.mjs";
import { freePort, waitFor } from "../machine/ask.mjs";
import { SERVER } from "../machine/cores.mjs";
import { start, stop, unlessEnded } from "../machine/processes.mjs";
import { newDirectory } from "../machine/work-directory.mjs";

const program = onPath(["nginx"]);

/**
 * Starts nginx with recorded answers as files, at `/0`, `/1`, … in their order. Undefined where it
 * is not installed.
 *
 * @param {readonly import("./recording.mjs").Recording[]} recordings
 */
export async function startNginx(recordings) {
  if (program === undefined) return undefined;
  const directory = newDirectory();
  const port = await freePort();
  for (const [index, { body }] of recordings.entries()) {
    writeFileSync(path.join(directory, String(index)), body);
  }
  const configuration = path.join(directory, "nginx.conf");
  writeFileSync(configuration, configure(directory, port, recordings));
  const child = start([program, "-p", directory, "-c", configuration, "-e", "stderr"], {
    cores: SERVER,
  });
  await unlessEnded(child, waitFor(port, "/0"));
  return { name: "nginx", port, pid: child.pid, stop: () => stop(child) };
}

/**
 * One process, as all servers here have, and nothing that slows it down.
 *
 * @param {string} directory
 * @param {number} port
 * @param {readonly import("./recording.mjs").Recording[]} recordings
 */
function configure(directory, port, recordings) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  );
  return `daemon off;
master_process off;
pid ${directory}/pid;
events { worker_connections 4096; }
http {
  ${temporary.join("\n  ")}
  access_log off;
  sendfile on;
  tcp_nopush on;
  etag off;
  keepalive_requests 1000000000;
  open_file_cache max=100;
  server {
    listen 127.0.0.1:${port};
    root ${directory};
    ${recordings.map(locationOf).join("\n    ")}
  }
}
`;
}

/**
 * @param {import("./recording.mjs").Recording} recording
 * @param {number} index
 */
function locationOf({ status, headers }, index) {
  const own = Object.entries(headers).filter(
    ([name]) => name !== "content-type" && name !== "content-length",
  );
  const lines = own.map(([name, value]) => `add_header ${name} ${JSON.stringify(value)} always;`);
  const type = headers["content-type"];
  const answer = status === 304 ? "return 304;" : `default_type '${type}';`;
  return `location = /${index} { types {} ${answer} ${lines.join(" ")} }`;
}
