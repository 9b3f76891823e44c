import { Session } from "node:inspector/promises";

/**
 * Gives a function that tells which files below a URL have run since its call before: of which a function was called,
 * besides what importing them runs. From its first call on, this process is slower.
 *
 * @param {string} base
 */
export function watchFiles(base) {
  const session = new Session();
  const start = async () => {
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  };
  /** @type {Promise<void> | undefined} */
  let started;

  return async () => {
    await (started ??= start());
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const hasRun = result.filter(
      ({ url, functions }) =>
        url.startsWith(base) &&
        functions.some(
          ({ functionName, ranges: [range] }) =>
            (range?.count ?? 0) > 0 && (functionName !== "" || (range?.startOffset ?? 0) > 0),
        ),
    );
    return hasRun.map(({ url }) => url.slice(base.length).replace(/\.js$/, ".ts")).toSorted();
  };
}
