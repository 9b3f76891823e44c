// npm run build: what npm start runs.
import { prepare } from "./prepare.mjs";

await prepare();
