import { appendFileSync } from "node:fs"
import { Effect, Schema } from "effect"
import { durable, step } from "#workflows/durable"
import type { Workflows } from "../support/engine.ts"

/** Calls a provider that may be called once a second, and notes when. */
export const Calling = durable({ name: "work.calling", version: 1, payload: { name: Schema.String } })

export const works = (file: string): Workflows => [[Calling, Calling.program(({ name }) =>
  step("call", { rateLimit: { name: "provider", most: 1, per: "1 second" } }, Effect.sync(() => appendFileSync(file, `${name} ${Date.now()}\n`))))]]
