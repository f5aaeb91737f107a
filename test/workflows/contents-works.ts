import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { Effect, Schema } from "effect"
import { child, durable, step, write } from "#workflows/durable"
import type { Workflows } from "../support/engine.ts"

/** Texts that do not shrink much. */
export const long = (seed: string) => Array.from({ length: 4_000 }, (_, n) => `${seed} ${n} ${Math.imul(n + seed.length, 2_654_435_761) >>> 0}`).join(";")

export const Inner = durable({ name: "long.inner", version: 1, payload: { text: Schema.String }, success: Schema.String })

/** Is given much, and gives much: by a step, by a write, by a child and in the end. */
export const Outer = durable({ name: "long.outer", version: 1, payload: { text: Schema.String, stops: Schema.Boolean }, success: Schema.Array(Schema.String) })

export const works = (file: string): Workflows => {
  const note = (line: string) => Effect.sync(() => file === "" ? undefined : appendFileSync(file, `${line}\n`))
  return [
    [Inner, Inner.program(({ text }) => step("inner", { success: Schema.String }, Effect.succeed(`${text} inner`)))],
    [Outer, Outer.program(Effect.fnUntraced(function*({ stops, text }) {
      const stepped = yield* step("step", { success: Schema.String }, Effect.as(note("step"), `${text} step`))
      const written = yield* write("write", { verb: "test_write", success: Schema.String }, Effect.as(note("write"), `${text} write`))
      const inner = yield* child("child", Inner, { text })
      const again = yield* step("stop", { success: Schema.Boolean }, Effect.gen(function*() {
        const before = file !== "" && existsSync(file) && readFileSync(file, "utf8").includes("stop")
        yield* note("stop")
        if (stops && !before) yield* Effect.never
        return true
      }))
      return again ? [stepped, written, inner] : []
    }))]
  ]
}
