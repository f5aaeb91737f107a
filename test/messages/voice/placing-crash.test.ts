import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Calls } from "#layers/messages/voice/calls"
import type { CallPlan } from "#workflows/messages/voice/flow"
import { followCall } from "#workflows/messages/voice/following"
import { until } from "../../support/counted.ts"
import { OwnerSql } from "../../support/database.ts"
import { begin, companyUrl, programsOn } from "../../support/engine.ts"
import { killedAfter } from "../../support/engine-worker.ts"
import { eventually } from "../../support/eventually.ts"
import { rounds } from "../../support/rounds.ts"
import { twilioServer } from "../../providers/twilio-server.ts"
import { TWILIO_SID, TWILIO_TOKEN } from "../../support/test-server.ts"

const FROM = "+12025550100"
const CALLS = rounds(40, 500)
const KILLS = rounds(3, 10)

const plan: CallPlan = { step: { type: "hang_up" }, language: "en-US", greeting: "", longest: 0, transcribe: false, record: false, announcement: null }

/** A call with its run, as `place_call` writes them. */
const queued = Effect.fnUntraced(function*(to_phone: string) {
  const made = yield* Effect.orDie(Calls.use((calls) => calls.create({
    direction: "outbound", state: "queued", from_phone: FROM, to_phone, say: "Your bicycle stands ready.", provider: "twilio", plan: JSON.stringify(plan)
  })))
  yield* followCall(made.id, true)
})

it.live("each call is placed once or told as unknown, whatever kills the process", ({ annotate }) =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const provider = yield* twilioServer(TWILIO_SID, TWILIO_TOKEN)
    const work = killedAfter(url, join(import.meta.dirname, "call-works.ts"), provider.url)

    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      for (let n = 0; n < CALLS; n++) yield* begin(queued(`+1${2_125_400_000 + n}`))
      for (let n = 1; n <= KILLS; n++) {
        yield* work(eventually(Effect.sync(() => provider.calls.length), (placed) => placed >= Math.floor(CALLS * n / (KILLS + 1)), 120_000))
      }
      yield* work(until("select count(*) as n from calls where state = 'queued'", (n) => n === 0))

      const placed = provider.calls.map(({ to }) => to)
      assert.strictEqual(new Set(placed).size, placed.length, "nobody is called twice")
      const calls = yield* sql<{ phone: string; state: string }>`select to_phone as phone, state from calls`
      const known = calls.filter(({ state }) => state !== "unknown")
      assert.deepStrictEqual(known.map(({ phone }) => phone).toSorted(), placed.toSorted(), "what was placed is told, and nothing else")
      assert.lengthOf(calls, CALLS)
      yield* Effect.promise(() => annotate(`${CALLS} calls, killed ${KILLS} times: ${known.length} placed, ${calls.length - known.length} unknown`))
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped), rounds(240_000, 900_000))
