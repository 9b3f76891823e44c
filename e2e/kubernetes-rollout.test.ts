import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { IDeployment } from "kubernetes-models/apps/v1";
import type { IHorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { yamlOf } from "../deploy/manifests.fixture.ts";
import { type Balancer, startBalancer } from "./support/balancer.ts";
import { startLoad } from "./support/load.ts";
import { type Service, withWorld } from "./support/service.ts";

const BASE = "deploy/kubernetes/base";
const deployment = yamlOf(`${BASE}/deployment.yaml`) as IDeployment;
const { minReplicas = 1 } =
  (yamlOf(`${BASE}/autoscaler.yaml`) as IHorizontalPodAutoscaler).spec ?? {};
const pod = deployment.spec?.template.spec;
const [container] = pod?.containers ?? [];
const { httpGet: check, periodSeconds: checkSeconds = 10 } = container?.readinessProbe ?? {};
const preStopSeconds = container?.lifecycle?.preStop?.sleep?.seconds ?? 0;
const graceSeconds = pod?.terminationGracePeriodSeconds ?? 30;

/** How long new connections may still come to a pod after its end was decided: most of preStop. */
const NOTICED_SECONDS = preStopSeconds - 1;
const ROLLOUT_MS = 180_000;
const PER_SECOND = 200;
/**
 * A client that uses a connection again after a longer pause than a draining service waits for must be ready to
 * send its request again, as proxies are. This one sends each request once.
 */
const IDLE_MS = 500;
/** One request in so many is for a player whom no pod knows, which takes a while. */
const UNKNOWN_EVERY = 20;
const PROVIDER_MS = 300;
const KNOWN = [
  "/api?username=Lantern_Lou",
  "/head?username=Tinker_Tess&size=64",
  "/api/health",
  "/en",
];

const pathOf = (at: number) =>
  at % UNKNOWN_EVERY === 0 ? unknown(at + 1) : (KNOWN[at % KNOWN.length] ?? "/");
const unknown = (number: number) => `/api?username=Extra_${number}&type=java`;

test(
  "a rolling update as the Deployment describes it fails no request",
  () =>
    withWorld({}, async ({ service, sandbox, start }) => {
      expect(deployment.spec?.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
      const balancer = await startBalancer();
      const before = [service];
      while (before.length < minReplicas) before.push(await start());
      for (const one of before) await join(balancer, one);
      sandbox.control.fault({ route: "*", fault: { kind: "delay", ms: PROVIDER_MS } });
      const load = startLoad(balancer.url, {
        pathOf,
        perSecond: PER_SECOND,
        connections: 60,
        idleMs: IDLE_MS,
      });

      const after: Service[] = [];
      const ends: Promise<void>[] = [];
      for (const [at, old] of before.entries()) {
        const next = await start();
        await join(balancer, next);
        after.push(next);
        ends.push(terminate(balancer, old, unknown(1_000_000 + at)));
      }
      await Promise.all(ends);
      const { responses, failures } = await load.stop();

      expect(failures).toEqual([]);
      expect(responses).toBeGreaterThan(PER_SECOND * preStopSeconds);
      expect(balancer.endpoints()).toEqual(after.map(({ port }) => port));
      for (const { port } of after)
        expect(balancer.connectionsOf(port).accepted).toBeGreaterThan(0);
      await balancer.close();
      for (const one of after) await one.stop();
    }),
  ROLLOUT_MS,
);

/** A pod gets connections once its readiness probe succeeds. */
async function join(balancer: Balancer, { url, port }: Service): Promise<void> {
  while ((await fetch(url + check?.path)).status !== 200) await wait(1_000 * checkSeconds);
  balancer.balance([...balancer.endpoints(), port]);
}

/**
 * Ends a pod as Kubernetes does: it is told to the load balancer, which takes its time, and to the pod, which gets the
 * signal after its preStop hook.
 */
async function terminate(balancer: Balancer, old: Service, slow: string): Promise<void> {
  const decidedAt = performance.now();
  const signalled = wait(1_000 * preStopSeconds).then(async () => {
    // Clients still have connections to it.
    expect(balancer.connectionsOf(old.port).open).toBeGreaterThan(0);
    const underWay = fetch(old.url + slow);
    await old.stop();
    expect((await underWay).status).toBe(200);
  });
  await wait(1_000 * NOTICED_SECONDS);
  balancer.balance(balancer.endpoints().filter((port) => port !== old.port));
  const { accepted } = balancer.connectionsOf(old.port);
  await signalled;
  expect(performance.now() - decidedAt).toBeLessThan(1_000 * graceSeconds);
  expect(balancer.connectionsOf(old.port)).toEqual({ accepted, open: 0 });
}
