import { join } from "node:path"
import { defineConfig } from "vitest/config"

// Of workers and of the processes that tests start: what one has compiled the next need not.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled")

/**
 * Categories whose files share the modules that a worker has loaded; loading them takes longer than most files. Each file has
 * servers and a database of its own all the same. Files about processes, sockets or what a process keeps have a process each.
 */
const sharing = ["agents", "auth", "crm", "tools"]

export default defineConfig({
  test: {
    globalSetup: "test/support/cluster.ts",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    projects: [
      { extends: true, test: { name: "sharing", isolate: false, include: [`test/{${sharing.join()}}/**/*.test.ts`] } },
      { extends: true, test: { name: "alone", include: ["test/**/*.test.ts"], exclude: [`test/{${sharing.join()}}/**`] } }
    ]
  }
})
