import { type ChildProcess, fork } from "node:child_process"
import { Context, Effect, Layer, Schema, Semaphore } from "effect"
import type { MediaType } from "#schemas/website/media"
import type { Made } from "./picture.ts"
import type { Task } from "./pictures.process.ts"

/** Milliseconds after which a process that has nothing to do ends; it holds some 100 MB. */
const IDLE_MS = 60_000
/** For one image with all of its sizes. */
const MOST_MS = 240_000

/** The image is broken, or takes longer than any should. */
export class PictureBroken extends Schema.TaggedError<PictureBroken>("PictureBroken")("PictureBroken", { problem: Schema.String }) {}

type Resume = (done: Effect.Effect<unknown, PictureBroken>) => void
type Done = { readonly id: number } & ({ readonly done: unknown } | { readonly problem: string })

/**
 * A process that reads images: what a hostile one does to the library it does there, and all threads of the library have the low priority
 * of the process. It ends with ours.
 */
const reader = () => {
  const waiting = new Map<number, Resume>()
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last = 0
  const end = () => {
    child?.kill("SIGKILL")
    child = undefined
  }
  const finish = (id: number, done: Effect.Effect<unknown, PictureBroken>) => {
    waiting.get(id)?.(done)
    waiting.delete(id)
    if (waiting.size === 0) idle = setTimeout(end, IDLE_MS).unref()
  }
  const start = () => {
    const made = fork(new URL("./pictures.process.ts", import.meta.url), {
      execArgv: [], serialization: "advanced", stdio: ["ignore", "ignore", "inherit", "ipc"]
    })
    made.unref()
    made.channel?.unref()
    made.on("message", (message) => {
      const done = message as Done
      finish(done.id, "done" in done ? Effect.succeed(done.done) : Effect.fail(new PictureBroken({ problem: done.problem })))
    })
    made.on("error", () => {})
    made.on("exit", (_code, signal) => {
      if (child !== undefined && child !== made) return
      child = undefined
      const ended = Effect.fail(new PictureBroken({ problem: `reading it ended the process (${signal ?? "exit"})` }))
      for (const id of waiting.keys()) finish(id, ended)
    })
    return made
  }
  const ask = (task: Omit<Task, "id">) =>
    Effect.callback<unknown, PictureBroken>((resume) => {
      clearTimeout(idle)
      const id = ++last
      waiting.set(id, resume)
      child ??= start()
      child.send({ id, ...task })
      return Effect.sync(() => void waiting.delete(id))
    })
  return { ask, end: Effect.sync(end) }
}

/** Makes the sizes of images, in a process of its own. */
export class Pictures extends Context.Service<Pictures>()("layers/website/Pictures", {
  make: Effect.gen(function*() {
    const { ask, end } = yield* Effect.acquireRelease(Effect.sync(reader), ({ end }) => end)
    const turn = yield* Semaphore.make(1)
    return {
      /** Work that holds a whole file: one at a time, so that no more than one is in memory. */
      inTurn: turn.withPermits(1),
      /** An image as it is served, with its sizes. */
      make: (bytes: Uint8Array, type: MediaType): Effect.Effect<Made, PictureBroken> =>
        (ask({ bytes, type }) as Effect.Effect<Made, PictureBroken>).pipe(
          Effect.timeoutOrElse({
            duration: MOST_MS,
            orElse: () => Effect.andThen(end, Effect.fail(new PictureBroken({ problem: "it takes too long to read" })))
          })
        )
    }
  })
}) {
  static readonly layer = Layer.effect(Pictures, Pictures.make)
}
