import { Effect, Option, Schema } from "effect"
import { textOf } from "#layers/workflows/json-text"
import { RunStates } from "#layers/workflows/run-states"
import { CurrentRun } from "../current-run.ts"
import { jsonOf, type Kept } from "./kept-json.ts"
import { onceInRun } from "./once-in-run.ts"

/** It is read with the run, and kept as long. */
const MOST_BYTES = 16_384

/** What a workflow tells of its runs, by the schema of its definition. */
export const stateOf = (workflow: string, fields: Readonly<Record<string, Kept>> | undefined) => {
  const { encode } = jsonOf(Schema.Struct(fields ?? {}))
  return (state: unknown, name = "state") =>
    onceInRun(name, Effect.gen(function*() {
      const states = yield* Effect.serviceOption(RunStates)
      const { id } = yield* CurrentRun
      const text = textOf(yield* encode(state))
      const bytes = Buffer.byteLength(text)
      if (bytes > MOST_BYTES) return yield* Effect.die(new Error(`The state of ${workflow} has ${bytes} bytes; the most are ${MOST_BYTES}.`))
      if (Option.isSome(states)) yield* states.value.set(id, text)
    }))
}
