import { Worker } from "node:worker_threads"
import { Context, Effect, Layer, Schema, Semaphore } from "effect"
import type { Reading } from "./reading.ts"
import type { Task } from "./reading.worker.ts"
import type { Sitemap } from "./sitemap.ts"

/** Milliseconds after which a thread that has nothing to read ends; it holds some 60 MB. */
const IDLE_MS = 60_000
/** For one document. */
const MOST_MS = 30_000
const MIB = 1_048_576
/** What a document may take of memory: as objects, and as bytes outside of them, which no limit of the thread counts. */
const MOST_OF_HEAP = 256
const MOST_OUTSIDE = 256
const LOOK_MS = 100

/** A document that cannot be read, and why, in words for whoever gave it. */
export class DocumentUnreadable extends Schema.TaggedError<DocumentUnreadable>("DocumentUnreadable")("DocumentUnreadable", { problem: Schema.String }) {}

const unreadable = (problem: string) => Effect.fail(new DocumentUnreadable({ problem }))
const tooMuchMemory = unreadable("It takes more memory than a document may.")

type Done = { readonly done: unknown } | { readonly problem: string }

/** A thread that reads one document at a time. What takes too long or too much ends the thread, and only that. */
const reader = () => {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let finish: (done: Effect.Effect<unknown, DocumentUnreadable>) => void = () => {}
  const end = () => {
    void worker?.terminate()
    worker = undefined
  }
  const start = () => {
    const made = new Worker(new URL("./reading.worker.ts", import.meta.url), {
      execArgv: [], stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: MOST_OF_HEAP, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
    })
    const ended = (problem: Effect.Effect<never, DocumentUnreadable>) => {
      if (worker !== made) return
      worker = undefined
      finish(problem)
    }
    made.on("message", (done: Done) => finish("done" in done ? Effect.succeed(done.done) : unreadable(done.problem)))
    made.on("error", (error: NodeJS.ErrnoException) =>
      ended(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuchMemory : unreadable(`It is broken: ${error.message.slice(0, 200)}.`)))
    made.on("exit", () => ended(unreadable("It is broken: to read it ended the thread.")))
    return made
  }
  const ask = (task: Task) =>
    Effect.callback<unknown, DocumentUnreadable>((resume) => {
      clearTimeout(idle)
      const asked = worker ??= start()
      asked.ref()
      const look = async () => {
        const { external_memory } = await asked.getHeapStatistics().catch(() => ({ external_memory: 0 }))
        if (external_memory < MOST_OUTSIDE * MIB || worker !== asked) return
        end()
        finish(tooMuchMemory)
      }
      const looking = setInterval(() => void look(), LOOK_MS).unref()
      const over = () => {
        clearInterval(looking)
        finish = () => {}
        worker?.unref()
        idle = setTimeout(end, IDLE_MS).unref()
      }
      finish = (done) => {
        over()
        resume(done)
      }
      asked.postMessage(task)
      return Effect.sync(() => {
        over()
        end()
      })
    })
  return { ask, end: Effect.sync(end) }
}

/** Reads documents of sources: of whoever gave them nothing is trusted, so that each is read in a thread of its own, within limits. */
export class DocumentReader extends Context.Service<DocumentReader>()("layers/kb/DocumentReader", {
  make: Effect.gen(function*() {
    const { ask } = yield* Effect.acquireRelease(Effect.sync(reader), ({ end }) => end)
    const turn = yield* Semaphore.make(1)
    const inTurn = (task: Task) =>
      turn.withPermits(1)(ask(task).pipe(Effect.timeoutOrElse({
        duration: MOST_MS, orElse: () => unreadable(`It takes longer to read than ${MOST_MS / 1_000} s.`)
      })))
    return {
      read: (document: Omit<Extract<Task, { what: "document" }>, "what">) => inTurn({ what: "document", ...document }) as Effect.Effect<Reading, DocumentUnreadable>,
      sitemap: (bytes: Uint8Array) => inTurn({ what: "sitemap", bytes }) as Effect.Effect<Sitemap, DocumentUnreadable>
    }
  })
}) {
  static readonly layer = Layer.effect(DocumentReader, DocumentReader.make)
}
