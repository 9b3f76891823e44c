// Runs the built service in its own process, which prints the URL it listens on and ends with the process
// that started it.
Object.assign(process.env, { NODE_ENV: "production" });
process.stdin.resume().once("end", () => process.exit(1));
/** @type {typeof import("../server/main.ts")} */
const { main } = await import(new URL("../dist/server/main.js", import.meta.url).href);
console.log(await main());
