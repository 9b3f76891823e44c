// Runs the built service in a process of its own, which says on standard output where it listens
// and ends with whoever started it.
process.env.NODE_ENV = "production";
process.stdin.resume().once("end", () => process.exit(1));
const { main } = await import("../dist/server/main.js");
console.log(await main());
