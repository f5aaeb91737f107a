import { appendFileSync } from "node:fs"
import { Effect, Schema } from "effect"
import { durable } from "#workflows/durable"
import { stepEach } from "#workflows/workflows/step-each"
import type { Workflows } from "../support/engine.ts"

/** Doubles so many numbers, and notes each time that it does. */
export const Doubling = durable({ name: "work.doubling", version: 1, payload: { count: Schema.Int }, success: Schema.Array(Schema.Int) })

export const works = (file: string): Workflows => [[Doubling, Doubling.program(({ count }) =>
  stepEach("double", Array.from({ length: count }, (_, n) => n), { success: Schema.Int, size: 50 }, (n, key) =>
    Effect.as(Effect.sync(() => appendFileSync(file, `${key}\n`)), 2 * n)))]]
