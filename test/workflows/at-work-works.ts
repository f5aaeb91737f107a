import { appendFileSync } from "node:fs"
import { Effect, Option, Schema } from "effect"
import { durable, step } from "#workflows/durable"
import { progress } from "#workflows/workflows/heartbeat"
import type { Workflows } from "../support/engine.ts"

/** Sends so many, and says after each how far it is. */
export const Mailing = durable({ name: "work.mailing", version: 1, payload: { size: Schema.Int }, success: Schema.Int })

const Sent = progress(Schema.Struct({ up_to: Schema.Int }))

export const works = (file: string): Workflows => {
  const note = (line: string) => Effect.sync(() => appendFileSync(file, `${line}\n`))
  return [[Mailing, Mailing.program(({ size }) =>
    step("send", { success: Schema.Int }, Effect.gen(function*() {
      const { up_to } = Option.getOrElse(yield* Sent.last, () => ({ up_to: 0 }))
      yield* note(`from ${up_to}`)
      for (let n = up_to + 1; n <= size; n++) {
        yield* note(`sent ${n}`)
        yield* Sent.report({ up_to: n })
        if (n === 3) {
          yield* note("stands still")
          if (up_to === 0) yield* Effect.never
        }
      }
      return size
    })))]]
}
