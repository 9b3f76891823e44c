import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readConfiguration, variables } from "../lib/configuration/configuration.ts";
import { paths } from "../lib/contract/paths.ts";
import { END_MS } from "../server/lead.ts";
import { DRAINED_WITHIN_MS } from "../server/shutdown.ts";
import { imageInstruction, imageVariables } from "./dockerfile.fixture.ts";
import { composeProblemsOf, root, textOf, yamlOf } from "./manifests.fixture.ts";

interface Service {
  extends?: { file: string; service: string };
  build?: string;
  image?: string;
  environment?: Record<string, string>;
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  volumes?: string[];
  tmpfs?: string | string[];
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  healthcheck?: { test: string[] };
}
interface Compose {
  services: Record<string, Service>;
}

const MAIN = "compose.yaml";
const main = yamlOf(MAIN) as Compose;

/** All compose files; what is not the main one is used together with it, and says what differs. */
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => /^(?:deploy\/.*)?[^/]*compose[^/]*\.ya?ml$/.test(file))
  .map((file) => {
    const own = yamlOf(file) as Compose;
    const names = new Set([...Object.keys(main.services), ...Object.keys(own.services)]);
    return { file, own, services: [...names].map((name) => [name, merged(name, own)] as const) };
  });

function merged(name: string, { services }: Compose): Service {
  const after = services[name];
  const extended = after?.extends?.file === MAIN ? after.extends.service : name;
  const before = main.services[extended];
  return {
    ...before,
    ...after,
    environment: { ...before?.environment, ...after?.environment },
    depends_on: { ...before?.depends_on, ...after?.depends_on },
  };
}

/** The value of a variable if the operator sets none: `${NAME:-value}` and `${NAME-value}`. */
const byDefault = (value: string) => value.replace(/^\$\{\w+:?-(.*)\}$/, "$1");

describe.each(files)("$file", ({ own, services }) => {
  it("is what the published schema says", () => {
    expect(composeProblemsOf(own)).toEqual([]);
  });

  const built = services.filter(([, service]) => service.build !== undefined);

  it.each(built)("%s gets variables that there are, with valid values", (_name, service) => {
    const given = Object.entries(service.environment ?? {});
    for (const [variable] of given) expect(variables).toHaveProperty(variable);
    const env = Object.fromEntries(given.map(([variable, value]) => [variable, byDefault(value)]));
    const { REDIS_URL = "", TRUSTED_PROXY_HOPS } = readConfiguration({
      ...imageVariables(),
      ...env,
    });
    expect(TRUSTED_PROXY_HOPS).toBe(1);
    const nodes = REDIS_URL.replace(/^.*:\/\/(?:.*@)?/, "").replace(/\/.*/, "");
    for (const node of nodes.split(",")) {
      const [host = "", port = "6379"] = node.split(":");
      expect([host, port]).toEqual([services.find(([name]) => name === host)?.[0], "6379"]);
    }
  });

  it.each(built)("%s writes to volumes only, and has the time to drain", (_name, service) => {
    const mounts = service.volumes?.map((volume) => volume.split(":")[1]);
    expect([mounts, service.tmpfs]).toEqual([[imageVariables()["DATA_DIR"]], "/tmp"]);
    const [, seconds] = /^(\d+)s$/.exec(service.stop_grace_period ?? "") ?? [];
    expect(1_000 * Number(seconds)).toBeGreaterThan(Math.max(DRAINED_WITHIN_MS, END_MS));
    expect(imageInstruction("STOPSIGNAL")).toBe("SIGTERM");
    // Only nginx may be reachable from outside: otherwise clients could forge their IP address.
    expect(service.ports).toBeUndefined();
  });

  it("has health checks for all that others wait for", () => {
    expect(imageInstruction("HEALTHCHECK")).toContain(paths.getHealth);
    for (const [, { depends_on: waited = {} }] of services) {
      for (const [name, { condition }] of Object.entries(waited)) {
        const service = services.find(([other]) => other === name)?.[1];
        expect([name, service]).not.toContain(undefined);
        if (condition !== "service_healthy") continue;
        expect([name, service?.build ?? service?.healthcheck]).not.toContain(undefined);
      }
    }
  });

  it("has an nginx that checks and waits for the service, with its configuration mounted", () => {
    const nginx = services.find(([name]) => name === "nginx")?.[1];
    expect(nginx?.healthcheck?.test.at(-1)).toBe(`http://127.0.0.1${paths.getHealth}`);
    expect(nginx?.healthcheck?.test.join(" ")).toMatch(/^CMD wget -Y off /);
    expect(nginx?.depends_on?.["nametag"]?.condition).toBe("service_healthy");
    // `z`: with SELinux, containers read no other files.
    const [, mounted = "", options] =
      /^\.\/(\S+):\/etc\/nginx\/\S+:(\S+)$/m.exec(nginx?.volumes?.join("\n") ?? "") ?? [];
    expect(options).toBe("ro,z");
    expect(textOf(mounted)).toContain(`server nametag:${imageVariables()["PORT"]};`);
  });

  it.each(services)("%s has no capability that it does not need", (name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    // nginx opens port 80 and changes to another user.
    expect(service.cap_add).toEqual(
      name === "nginx" ? ["CHOWN", "NET_BIND_SERVICE", "SETGID", "SETUID"] : undefined,
    );
  });
});
