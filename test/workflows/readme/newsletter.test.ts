import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { RunId } from "#schemas/workflows/run"
import { begin, inMemory, pass, seen } from "../../support/workflows.ts"
import { Newsletter, NewsletterProgram } from "./newsletter.ts"
import { Mail } from "./trial-reminder.ts"

it.effect("the newsletter goes on week by week, each by a run of its own", () => {
  const sent: Array<string> = []
  const MailServer = Layer.succeed(Mail, { send: ({ key }) => Effect.sync(() => void sent.push(key)) })
  return Effect.gen(function*() {
    const id = yield* begin(Newsletter.start({ week: 1, addresses: ["grace@navy.example", "ada@engine.example"] }))
    yield* pass("15 days")
    const runs = [id, id + 1, id + 2] as Array<RunId>
    assert.deepStrictEqual(sent, runs.flatMap((run) => [`run_${run}/send/0`, `run_${run}/send/1`]))
    const all = yield* Effect.forEach(runs, (run) => seen(run))
    assert.deepStrictEqual(all.map(({ continued_as_id, status }) => [status, continued_as_id]), [["completed", id + 1], ["completed", id + 2], ["waiting", null]] as never)
    assert.isTrue(all.every(({ steps }) => steps.length <= 4), "none remembers what the one before did")
  }).pipe(Effect.provide(inMemory([Newsletter, NewsletterProgram]).pipe(Layer.provideMerge(MailServer))))
})
