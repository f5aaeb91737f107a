import { Effect, Schema } from "effect"
import { ChangeLog } from "#layers/kernel/receipts/change-log"
import { durable, step, write } from "#workflows/durable"
import { BatchRunning, BatchRunningProgram } from "#workflows/workflows/batch-run"
import type { Workflows } from "../support/engine.ts"

/** Some small steps, each of which is a receipt: a run that is paused, moved or torn between them must not do one twice. */
export const Stepping = durable({ name: "test.stepping", version: 1, payload: { n: Schema.Int }, concurrency: { perCompany: 8 }, state: { steps: Schema.Int } })

const note = (id: number) => ChangeLog.use((journal) => journal.record({ object: "room", id, before: null, after: {}, events: ["test.ping"] }))

const SteppingProgram = Stepping.program(Effect.fnUntraced(function*({ n }) {
  for (let turn = 1; turn <= 4; turn++) {
    yield* write(`write ${turn}`, { verb: "test_write" }, Effect.andThen(note(n), Stepping.setState({ steps: turn })))
    yield* step(`rest ${turn}`, {}, Effect.sleep("20 millis"))
  }
}))

export const works = (): Workflows => [[Stepping, SteppingProgram], [BatchRunning, BatchRunningProgram]]
