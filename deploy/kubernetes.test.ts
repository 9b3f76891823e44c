import { readdirSync } from "node:fs";
import { cp } from "node:fs/promises";
import path from "node:path";
import type { IDeployment, IStatefulSet } from "kubernetes-models/apps/v1";
import type { IHorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import type { IIngress, INetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import type { IPodDisruptionBudget } from "kubernetes-models/policy/v1";
import type { IService } from "kubernetes-models/v1";
import type { IServiceMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { readConfiguration, variables } from "../lib/configuration/configuration.ts";
import { paths } from "../lib/contract/paths.ts";
import { isInstalled, runProgram, withFiles } from "../testing/run-program.ts";
import { version } from "../package.json" with { type: "json" };
import { START_MS } from "../server/failed-start.ts";
import { END_MS } from "../server/lead.ts";
import { DRAINED_WITHIN_MS } from "../server/shutdown.ts";
import { imageInstruction, imageVariables } from "./dockerfile.fixture.ts";
import {
  type Manifest,
  manifestsIn,
  manifestsOf,
  problemsOf,
  root,
  textOf,
  yamlOf,
} from "./manifests.fixture.ts";

const FOLDER = "deploy/kubernetes";

interface Kustomization {
  kind: string;
  resources?: string[];
  patches?: { patch: string }[];
  images?: { name: string; newTag: string }[];
  configMapGenerator?: { name: string; envs: string[] }[];
  secretGenerator?: { name: string; envs: string[] }[];
}

const folders = readdirSync(path.join(root, FOLDER)).map((name) => {
  const kustomization = yamlOf(`${FOLDER}/${name}/kustomization.yaml`) as Kustomization;
  return { name, kustomization };
});
const manifests = folders.flatMap(({ name, kustomization: { resources = [] } }) =>
  resources.flatMap((resource) => manifestsIn(`${FOLDER}/${name}/${resource}`)),
);
const kustomizationOf = (folder: string) =>
  folders.find(({ name }) => name === folder)?.kustomization;
const base = kustomizationOf("base");

/** The first manifest of a kind. */
function find<Kind extends Manifest>(kind: Kind["kind"], name = "nametag"): Kind {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new TypeError(`There is no ${kind} ${name}.`);
  return found as Kind;
}
const deployment = find<IDeployment & Manifest>("Deployment");
const pod = deployment.spec?.template.spec;
const [container] = pod?.containers ?? [];
const labels = deployment.spec?.template.metadata?.labels ?? {};

/** The variables of a file of the base. */
function variablesIn(files: readonly string[] = []): Record<string, string> {
  const pairs = files.flatMap((file) => [
    ...textOf(`${FOLDER}/base/${file}`).matchAll(/^(\w+)=(.*)$/gm),
  ]);
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]));
}
const settings = variablesIn(base?.configMapGenerator?.flatMap(({ envs }) => envs));
const secrets = variablesIn(base?.secretGenerator?.flatMap(({ envs }) => envs));

describe("manifests are what the published schemas say", () => {
  it.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
    "%s %s",
    async (_kind, _name, manifest) => expect(await problemsOf(manifest)).toEqual([]),
  );

  it.each(folders)("$name names each of its files", ({ name, kustomization }) => {
    const { resources = [], configMapGenerator = [], secretGenerator = [] } = kustomization;
    const envs = [...configMapGenerator, ...secretGenerator].flatMap((one) => one.envs);
    expect([...resources, ...envs, "kustomization.yaml"].toSorted()).toEqual(
      readdirSync(path.join(root, FOLDER, name)).toSorted(),
    );
  });

  it.skipIf(!isInstalled("kubectl"))("kubectl builds the example of the guide", async () => {
    const [, example = ""] =
      /^## Kubernetes$.*?```yaml\n(.*?)```/ms.exec(textOf("docs/running.md")) ?? [];
    const all = parse(example) as Kustomization & { components: string[] };
    all.components.push("kubernetes/egress-by-node");
    await withFiles({ "kustomization.yaml": stringify(all) }, async (folder) => {
      await cp(path.join(root, FOLDER), path.join(folder, "kubernetes"), { recursive: true });
      const { code, stdout } = await runProgram("kubectl", ["kustomize", folder], root);
      expect(code).toBe(0);
      expect(stdout).toContain(`image: registry.example.org/nametag:${version}`);
      const built = manifestsOf(stdout);
      // With a ConfigMap and a Secret.
      expect(built).toHaveLength(manifests.length + 2);
      for (const manifest of built) expect(await problemsOf(manifest)).toEqual([]);
    });
  });
});

describe("the Deployment fits the service", () => {
  it("takes port, user and folders of the image", () => {
    const { PORT, DATA_DIR } = imageVariables();
    expect(container?.ports).toEqual([{ name: "http", containerPort: Number(PORT) }]);
    const mounts = container?.volumeMounts?.map(({ mountPath }) => mountPath);
    expect(mounts).toEqual(["/tmp", DATA_DIR]);
    // The user `node` of Node's images.
    expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1_000 });
    expect(imageInstruction("USER")).toBe("node");
    expect(container?.image).toBe("nametag");
    expect(base?.images).toEqual([{ name: "nametag", newName: "nametag", newTag: version }]);
  });

  it("sets variables that there are, to values that are valid", () => {
    const env = { ...imageVariables(), ...settings, ...secrets };
    for (const name of Object.keys({ ...settings, ...secrets })) {
      expect(variables).toHaveProperty(name);
    }
    const { TRUSTED_PROXY_HOPS, WEB_CONCURRENCY, EGRESS_NAME } = readConfiguration(env);
    expect([TRUSTED_PROXY_HOPS, WEB_CONCURRENCY, EGRESS_NAME]).toEqual([1, 1, "nat"]);
    expect(container?.envFrom).toEqual([
      { configMapRef: { name: base?.configMapGenerator?.[0]?.name } },
      { secretRef: { name: base?.secretGenerator?.[0]?.name } },
    ]);
  });

  it("names an egress by its node", async () => {
    const [first] = kustomizationOf("egress-by-node")?.patches ?? [];
    const env = [{ name: "EGRESS_NAME", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } }];
    const path = "/spec/template/spec/containers/0/env";
    expect(parse(first?.patch ?? "")).toEqual([{ op: "add", path, value: env }]);
    const patched = structuredClone(deployment);
    Object.assign(patched.spec?.template.spec?.containers[0] ?? {}, { env });
    expect(await problemsOf(patched)).toEqual([]);
    const nodeName = "ip-10-0-12-34.eu-central-1.compute.internal";
    expect(readConfiguration({ EGRESS_NAME: nodeName }).EGRESS_NAME).toBe(nodeName);
  });

  it("probes the paths of the API", () => {
    const { startupProbe, livenessProbe, readinessProbe } = container ?? {};
    const probe = (path: string) => ({ httpGet: { path, port: "http" } });
    expect(startupProbe).toMatchObject(probe(paths.getHealth));
    expect(livenessProbe).toMatchObject(probe(paths.getHealth));
    expect(readinessProbe).toMatchObject(probe(paths.getReady));
    const { periodSeconds = 10, failureThreshold = 3 } = startupProbe ?? {};
    expect(1_000 * periodSeconds * failureThreshold).toBeGreaterThan(START_MS);
  });

  it("waits for the service to drain, and takes no pod away before another one serves", () => {
    const preStop = container?.lifecycle?.preStop?.sleep?.seconds ?? 0;
    expect(preStop).toBeGreaterThanOrEqual(5);
    const grace = (pod?.terminationGracePeriodSeconds ?? 0) - preStop;
    expect(1_000 * grace).toBeGreaterThan(Math.max(DRAINED_WITHIN_MS, END_MS));
    expect(imageInstruction("STOPSIGNAL")).toBe("SIGTERM");
    expect(deployment.spec?.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  });

  it("has the memory that was measured", () => {
    const [, measured] = /held at most (\d+) MB of memory/.exec(textOf("docs/benchmarks.md")) ?? [];
    const mebibytes = (quantity: unknown) => Number(/^(\d+)Mi$/.exec(String(quantity))?.[1]);
    const { requests, limits } = container?.resources ?? {};
    expect(mebibytes(requests?.["memory"]) * 1.048576).toBeGreaterThan(Number(measured));
    expect(mebibytes(limits?.["memory"])).toBeGreaterThan(1.3 * Number(measured));
    expect(limits).not.toHaveProperty("cpu");
  });

  it.each([
    ["Deployment", container, pod],
    ["StatefulSet", valkey()?.containers[0], valkey()],
  ])("gives a %s no privilege and nothing to write to but volumes", (_kind, one, its) => {
    expect(one?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(its?.automountServiceAccountToken).toBe(false);
    expect(its?.securityContext?.seccompProfile).toEqual({ type: "RuntimeDefault" });
  });
});

function valkey() {
  return find<IStatefulSet & Manifest>("StatefulSet", "valkey").spec?.template.spec;
}

describe("everything else refers to the Deployment", () => {
  it("by its labels and its port", () => {
    const service = find<IService & Manifest>("Service");
    expect(service.spec?.selector).toEqual(labels);
    expect(service.spec?.ports).toEqual([{ name: "http", port: 80, targetPort: "http" }]);
    const monitor = find<IServiceMonitor & Manifest>("ServiceMonitor");
    expect(monitor.spec?.selector.matchLabels).toEqual(service.metadata?.labels);
    expect(monitor.spec?.endpoints).toMatchObject([{ port: "http", path: paths.getMetrics }]);
    const budget = find<IPodDisruptionBudget & Manifest>("PodDisruptionBudget");
    expect(budget.spec?.selector?.matchLabels).toEqual(labels);
    const scaler = find<IHorizontalPodAutoscaler & Manifest>("HorizontalPodAutoscaler");
    const { apiVersion, kind, metadata } = deployment;
    expect(scaler.spec?.scaleTargetRef).toEqual({ apiVersion, kind, name: metadata.name });
    expect(deployment.spec).not.toHaveProperty("replicas");
    // Otherwise none could be taken away for a moment.
    expect(scaler.spec?.minReplicas).toBeGreaterThan(Number(budget.spec?.maxUnavailable));
    for (const { labelSelector } of pod?.topologySpreadConstraints ?? []) {
      expect(labelSelector?.matchLabels).toEqual(labels);
    }
  });

  it("by the host of PUBLIC_URL", () => {
    const { host } = new URL(settings["PUBLIC_URL"] ?? "");
    for (const [name, path] of [
      ["nametag", "/"],
      ["nametag-files", "/_next/static"],
    ] as const) {
      const ingress = find<IIngress & Manifest>("Ingress", name).spec;
      expect(ingress?.rules?.map((rule) => rule.host)).toEqual([host]);
      expect(ingress?.tls?.flatMap(({ hosts }) => hosts)).toEqual([host]);
      expect(ingress?.rules?.[0]?.http?.paths).toMatchObject([
        { path, backend: { service: { name: "nametag", port: { name: "http" } } } },
      ]);
    }
    const { annotations } = find<IIngress & Manifest>("Ingress", "nametag-files").metadata ?? {};
    expect(Object.values(annotations ?? {})).toEqual([
      expect.stringMatching(/^error timeout http_404$/),
    ]);
  });

  it("by network policies: for proxies alone, and to Valkey, DNS and the internet", () => {
    const policy = find<INetworkPolicy & Manifest>("NetworkPolicy").spec;
    expect(policy?.podSelector.matchLabels).toEqual(labels);
    expect(policy?.ingress?.flatMap(({ ports = [] }) => ports)).toEqual([{ port: "http" }]);
    const ports = policy?.egress?.flatMap((rule) => rule.ports ?? []).map(({ port }) => port);
    expect(ports).toEqual([53, 53, redisPort(), 443, 80]);
    const scraped = find<INetworkPolicy & Manifest>("NetworkPolicy", "nametag-metrics").spec;
    expect(scraped?.podSelector.matchLabels).toEqual(labels);
  });

  it("by the URL of Valkey, which is that of compose.yaml", () => {
    const service = find<IService & Manifest>("Service", "valkey");
    const { hostname, port } = new URL(secrets["REDIS_URL"] ?? "");
    expect([hostname, Number(port)]).toEqual([service.metadata?.name, redisPort()]);
    const { services } = yamlOf("compose.yaml") as {
      services: Record<string, { image?: string; command?: string[] }>;
    };
    expect(valkey()?.containers[0]).toMatchObject({
      image: services["valkey"]?.image,
      args: services["valkey"]?.command,
    });
  });
});

/** The port of Valkey's Service. */
function redisPort() {
  return find<IService & Manifest>("Service", "valkey").spec?.ports?.[0]?.port;
}
