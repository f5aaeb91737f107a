import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { random } from "#layers/auth/api-keys"
import { makeKey } from "#schemas/kernel/api-key"
import { seededDatabase } from "./database.ts"
import { loadGenerator, memoryOf, server } from "./processes.ts"
import { scenariosOf } from "./scenarios.ts"

/** `node test/bench/profile.ts [scenario] [connections]`: where our server's time goes under one kind of load. */

const [name = "list", connections = "64"] = process.argv.slice(2)
const CONTACTS = 100_000
const SECONDS = 6
const WARM_UP = 2
const LINES = 45

interface Profile {
  readonly nodes: ReadonlyArray<{
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }>
  readonly samples: ReadonlyArray<number>
  /** Microseconds between samples. */
  readonly timeDeltas: ReadonlyArray<number>
}

const root = fileURLToPath(new URL("../../", import.meta.url))

const placeOf = ({ callFrame: { lineNumber, url } }: Profile["nodes"][number]) =>
  url.startsWith("file:") ? `${relative(root, fileURLToPath(url)).replace(/^node_modules\//, "")}:${lineNumber + 1}` : url

const packageOf = (place: string) => /^(@[^/]+\/[^/]+|[^/]+)\//.exec(place)?.[1] ?? place

/** Self time by `label`, greatest first, as a share of the time the process was not idle. */
const shares = (profile: Profile, label: (node: Profile["nodes"][number]) => string) => {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const time = new Map<string, number>()
  let all = 0
  profile.samples.forEach((id, n) => {
    const node = nodes.get(id)!
    if (node.callFrame.functionName === "(idle)") return
    const spent = profile.timeDeltas[n]!
    all += spent
    time.set(label(node), (time.get(label(node)) ?? 0) + spent)
  })
  return [...time].sort(([, a], [, b]) => b - a).map(([what, spent]) => ({ what, spent, share: spent / all }))
}

const lines = (found: ReturnType<typeof shares>, answered: number, most: number) =>
  found.slice(0, most).map(({ share, spent, what }) =>
    `${(share * 100).toFixed(1).padStart(5)} %  ${(spent / answered).toFixed(1).padStart(6)} µs  ${what}\n`).join("")

const read = (folder: string): Profile =>
  JSON.parse(readFileSync(join(folder, readdirSync(folder).find((file) => file.endsWith(".cpuprofile"))!), "utf8"))

const run = Effect.gen(function*() {
  const { seeded, url } = yield* seededDatabase(CONTACTS)
  const scenario = scenariosOf(seeded, makeKey("live", random)).find((one) => one.name === name)
  if (scenario === undefined) return yield* Effect.die(new Error(`there is no scenario ${name}`))
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "profile-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  const outcome = yield* Effect.scoped(Effect.gen(function*() {
    const load = yield* loadGenerator
    const environment = {
      DATABASE_URL: url, PORT: "0", PUBLIC_RATE_LIMIT: "1000000",
      COMPANY_RATE_LIMIT: scenario.server === "limited" ? "1" : "1000000"
    }
    const ours = yield* server("ours", "./ours.ts", environment, ["--cpu-prof", `--cpu-prof-dir=${folder}`])
    const job = { ...scenario, port: ours.port, connections: Number(connections), requests: scenario.ours }
    const warm = yield* load({ ...job, seconds: WARM_UP, firstNumber: 1 })
    const measured = yield* load({ ...job, seconds: SECONDS, firstNumber: 1 + warm.answered + Number(connections) })
    return { ...measured, answered: warm.answered + measured.answered, rss: memoryOf(ours.pid).rss }
  }))
  const profile = read(folder)
  process.stdout.write(
    `${name}, ${connections} connections: ${(outcome.completed / outcome.elapsed).toFixed(0)} requests/s under the profiler, ${outcome.rss.toFixed(0)} MiB\n` +
      "Self time: share of the busy time (with the start and the warm-up), microseconds a request.\n\nby package\n" +
      lines(shares(profile, (node) => packageOf(placeOf(node)) || node.callFrame.functionName), outcome.answered, 15) +
      "\nby function\n" +
      lines(shares(profile, (node) => `${node.callFrame.functionName || "(anonymous)"}  ${placeOf(node)}`), outcome.answered, LINES)
  )
}).pipe(Effect.scoped)

NodeRuntime.runMain(run)
