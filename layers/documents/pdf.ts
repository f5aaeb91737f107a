import { Worker } from "node:worker_threads"
import { Context, Effect, Layer } from "effect"
import type { Sheet } from "./sheet.ts"

/** Milliseconds after which a thread that has nothing to print ends; it holds some 60 MB. */
const IDLE_MS = 60_000

type Printed = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly failure: string })
type Resume = (printed: Effect.Effect<Uint8Array>) => void

/** A thread that prints: a long document is a second of work, during which requests are answered. */
const printer = () => {
  const waiting = new Map<number, Resume>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last = 0
  const end = () => {
    void worker?.terminate()
    worker = undefined
  }
  const finish = (id: number, printed: Effect.Effect<Uint8Array>) => {
    waiting.get(id)?.(printed)
    waiting.delete(id)
    if (waiting.size > 0) return
    worker?.unref()
    idle = setTimeout(end, IDLE_MS).unref()
  }
  const start = () => {
    const made = new Worker(new URL("./pdf.worker.ts", import.meta.url), { execArgv: [] })
    made.on("message", (done: Printed) => finish(done.id, "bytes" in done ? Effect.succeed(done.bytes) : Effect.die(new Error(done.failure))))
    made.on("error", (error) => {
      worker = undefined
      for (const id of waiting.keys()) finish(id, Effect.die(error))
    })
    return made
  }
  const print = (sheet: Sheet) =>
    Effect.callback<Uint8Array>((resume) => {
      clearTimeout(idle)
      const id = ++last
      waiting.set(id, resume)
      worker ??= start()
      worker.ref()
      worker.postMessage({ id, sheet })
      return Effect.sync(() => void waiting.delete(id))
    })
  return { print, end: Effect.sync(end) }
}

/** Prints documents as PDF: the same document as the same bytes. */
export class Pdf extends Context.Service<Pdf>()("layers/documents/Pdf", {
  make: Effect.map(Effect.acquireRelease(Effect.sync(printer), ({ end }) => end), ({ print }) => ({ print }))
}) {
  static readonly layer = Layer.effect(Pdf, Pdf.make)
}
