/* The service as `npm start` runs it, without the building. */
import { dist } from "../paths.mjs";

process.on("disconnect", () => process.exit());
const { main } = await import(`${dist}/server/main.js`);
const address = await main();
process.send?.({ port: Number(new URL(address).port) });
