import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as rest } from "node:timers/promises"
import { memoryOf } from "./processes.ts"
import { median } from "./rounds.ts"

/*
 * Compares two versions of the program, each in a folder with its node_modules: how long `serve` takes from its launch until it is ready, and how much memory
 * it holds at rest, with the demo company. `node test/bench/start.ts BEFORE [AFTER] [--pairs=5]`; AFTER is this folder where it is left out.
 */

/** The service has been left alone for so long when its memory is read. */
const REST_MS = 8_000
const LONGEST_MS = 120_000
/** As `npm start` has it. */
const heap = ["--max-semi-space-size=16", "--heap-growing-percent=40", "--v8-pool-size=1", "--no-allocation-site-pretenuring"]

const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { readonly port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

const isReady = (port: number) => fetch(`http://127.0.0.1:${port}/health/ready`).then(({ status }) => status === 200, () => false)

const start = async (program: string, data: string) => {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn(process.execPath, [...heap, "src/cli.ts", "serve"], {
    cwd: program, stdio: "ignore", env: { PATH: process.env["PATH"], HOME: process.env["HOME"], DATA_DIR: data, PORT: String(port) }
  })
  const ended = once(child, "exit")
  try {
    while (!await isReady(port)) {
      if (child.exitCode !== null || performance.now() - begun > LONGEST_MS) throw new Error(`The service of ${program} did not get ready.`)
      await rest(5)
    }
    const ready = performance.now() - begun
    await rest(REST_MS)
    return { ready, ...memoryOf(child.pid!) }
  } finally {
    child.kill("SIGTERM")
    await ended
  }
}

const words = process.argv.slice(2)
const pairs = Number(words.find((word) => word.startsWith("--pairs="))?.slice("--pairs=".length) ?? 5)
const [before, after = "."] = words.filter((word) => !word.startsWith("--")).map((word) => resolve(word))
if (before === undefined) throw new Error("Say in which folder the version to compare with is.")

const folder = mkdtempSync(join(tmpdir(), "start-"))
try {
  const sides = [before, resolve(after)].map((program, n) => ({ program, data: join(folder, String(n)) }))
  /* The first start makes the database and the demo company. */
  for (const { data, program } of sides) await start(program, data)
  const found: Array<ReadonlyArray<Awaited<ReturnType<typeof start>>>> = []
  for (let n = 0; n < pairs; n++) {
    const pair = []
    for (const { data, program } of n % 2 === 0 ? sides : sides.toReversed()) pair.push(await start(program, data))
    found.push(n % 2 === 0 ? pair : pair.toReversed())
    process.stderr.write(`${JSON.stringify(found.at(-1))}\n`)
  }
  for (const [what, unit] of [["ready", "ms"], ["rss", "MiB"], ["peak", "MiB"]] as const) {
    const side = (n: 0 | 1) => median(found.map((pair) => pair[n]![what])).toFixed(0)
    const ratio = median(found.map(([first, second]) => second![what] / first![what]))
    process.stdout.write(`${what.padEnd(6)} ${side(0)} ${unit} before, ${side(1)} ${unit} after: ${ratio.toFixed(3)} as the median of ${pairs} pairs\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
