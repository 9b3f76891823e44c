// npm run build: builds what npm start runs.
import { prepare, step } from "./prepare.mjs";

if (!(await prepare())) step("There is nothing to build: the sources are those of the last build.");
