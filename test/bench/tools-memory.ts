import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { Effect } from "effect"

/** Reads the pack and searches it once, as the service does, and prints what that added to the process. */
const program = `
import { Effect } from "effect"
import { listContent, readContent } from "#layers/content/read-content"
import { industriesOf } from "#workflows/tools/industries"
const settle = async () => { for (let n = 0; n < 5; n++) { globalThis.gc(); await new Promise((done) => setTimeout(done, 100)) } return process.memoryUsage() }
const before = await settle()
globalThis.pack = await Effect.runPromise(Effect.flatMap(listContent(undefined), readContent))
industriesOf(globalThis.pack).search("dentist")
const after = await settle()
console.log(JSON.stringify({ rss: (after.rss - before.rss) / 1048576, heap: (after.heapUsed - before.heapUsed) / 1048576 }))
`

/** MiB that the content pack adds to a process, once what reading it left behind is collected. */
export const packMemory = Effect.promise(async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath, ["--expose-gc", "--max-semi-space-size=16", "--input-type=module-typescript", "--eval", program],
    { cwd: new URL("../..", import.meta.url) }
  )
  return JSON.parse(stdout) as { readonly rss: number; readonly heap: number }
})
