// Runs the built service in its own process, which prints the URL it listens on and ends with the process
// that started it.
process.env.NODE_ENV = "production";
process.stdin.resume().once("end", () => process.exit(1));
const { main } = await import("../dist/server/main.js");
console.log(await main());
