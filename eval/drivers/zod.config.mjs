// Runs zod's tests on the instrumented copy of its sources, each file in a process of its own: some set a global locale.
import path from "node:path";
import { defineConfig } from "vitest/config";

const source = path.join(process.env.CALLMAP_COPY, "src");

export default defineConfig({
  resolve: {
    alias: [
      { find: /^zod\/v4\/core$/, replacement: `${source}/v4/core/index.ts` },
      { find: /^zod\/v4\/mini$/, replacement: `${source}/v4/mini/index.ts` },
      { find: /^zod\/(v3|v4|mini|locales|v4-mini|v4\/locales)$/, replacement: `${source}/$1/index.ts` },
      { find: /^zod\/compile$/, replacement: `${source}/compile.ts` },
      { find: /^zod$/, replacement: `${source}/index.ts` },
    ],
  },
  test: {
    include: ["copy/src/**/*.test.ts"],
    pool: "forks",
    poolOptions: { forks: { minForks: 1, maxForks: 1, execArgv: ["--require", process.env.CALLMAP_RECORDER] } },
    setupFiles: ["written.mjs"],
    typecheck: { enabled: false },
    watch: false,
  },
});
