import config from "../../../vitest.config.ts";

const include = ["testing/promises/left-behind/*.fixture.ts"];

/** As all tests run, but for those that a test runs. */
export default {
  ...config,
  test: { ...config.test, projects: [{ extends: true, test: { name: "fixtures", include } }] },
};
