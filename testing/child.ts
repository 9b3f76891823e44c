import type { ChildProcess } from "node:child_process";

const running = new Set<ChildProcess>();

/** Has a program end with this process at the latest: nobody else would end it. */
export function endWithTests<Child extends ChildProcess>(child: Child): Child {
  if (running.size === 0) process.on("exit", endAll);
  running.add(child);
  child.once("exit", () => {
    running.delete(child);
    if (running.size === 0) process.off("exit", endAll);
  });
  return child;
}

function endAll(): void {
  for (const child of running) child.kill("SIGKILL");
}
