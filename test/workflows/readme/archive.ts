import { Effect, Schema } from "effect"
import { durable, step } from "#workflows/durable"

export const Archive = durable({ name: "kb.archive", version: 1, payload: { pages: Schema.Array(Schema.String) }, success: Schema.Int })

export const ArchiveProgram = Archive.program(Effect.fnUntraced(function*({ pages }) {
  const joined = yield* step("join", { success: Schema.String }, Effect.succeed(pages.join("\f")))
  return joined.length
}))
