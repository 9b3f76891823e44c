// npm run build: builds what npm start runs.
import { prepare } from "./prepare.mjs";

await prepare();
