import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// Of workers and of the processes that tests start: what one has compiled the next need not.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled")

/**
 * Files that have a process each: about processes, memory, or what a process keeps. All others share the modules that a
 * worker has loaded and compiled, which takes longer than most files do, and have servers and databases of their own all the same.
 */
const alone = ["test/{credentials,faults,layers,process}/**/*.test.ts", "test/kernel/markup.test.ts", "test/dashboard/new-operation/*.test.ts", "test/referrals/{browser,crash}.test.ts"]

/**
 * Long runs that stop, freeze and kill whole services, and most crash runs: part of `npm run faults`, and of what is run with
 * `FAULTS=some`, a few rounds of each.
 */
const faults = process.env["FAULTS"] === undefined
  ? [
    "test/faults/{chaos,consents,engine-*,export,import,money-*,oversell,service-stops,upgrade}.test.ts",
    "test/{ai,analytics,auth,calendar,crm,integrations,kb,messages,referrals,webhooks,website,workflows}/**/*crash.test.ts",
    "test/payments/subscription-crash.test.ts"
  ]
  : []

/** The longest files, which begin first, so that no worker is left with one of them at the end. */
const long = [
  "credentials/endings", "workflows/outage", "dashboard/people-browser", "dashboard/browser", "faults/long-inputs",
  "contract/http", "contract/gates", "contract/input", "contract/pages", "tools/page-browser", "crm/scoring", "faults/fuzz", "layers/embedded-postgres"
]

class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = long.findIndex((name) => moduleId.endsWith(`${name}.test.ts`))
      return place < 0 ? long.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    globalSetup: "test/support/cluster.ts",
    // For what hangs: what takes longer than it should is found by goals. Machines of others are three times as slow as ours.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A worker, its services and its PostgreSQL keep two processors busy; a third took 15 % more of their time and no less of ours.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "sharing", isolate: false, include: ["test/**/*.test.ts"], exclude: [...alone, ...faults] } },
      { extends: true, test: { name: "alone", include: alone, exclude: faults } }
    ]
  }
})
