import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SmsMessages } from "#layers/messages/sms/messages"
import { SmsDelivery } from "#workflows/messages/sms/delivery"
import { until } from "../../support/counted.ts"
import { OwnerSql } from "../../support/database.ts"
import { begin, companyUrl, programsOn } from "../../support/engine.ts"
import { killedAfter } from "../../support/engine-worker.ts"
import { eventually } from "../../support/eventually.ts"
import { rounds } from "../../support/rounds.ts"
import { fastNumber } from "./campaigning.ts"
import { countingProvider, mostInASecond } from "./counting-provider.ts"

const FROM = "+12025550100"
const TEXTS = rounds(60, 1_000)
const KILLS = rounds(3, 10)
const PER_SECOND = 20

/** A text with its run, as `send_sms` writes them. */
const queued = Effect.fnUntraced(function*(to_phone: string) {
  const { id: message_id } = yield* SmsMessages.use((messages) => messages.add({
    from_phone: FROM, to_phone, message: "Your bicycle stands ready.", encoding: "GSM-7", segments: 1, cost: null, contact_id: null, template_id: null,
    answers_keyword: false, provider: "twilio", outcome: undefined
  }, []))
  yield* SmsDelivery.start({ message_id }, { key: `text ${message_id}` })
})

it.live("each text is taken by the provider once or told as unknown, whatever kills the process", ({ annotate }) =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const provider = yield* countingProvider
    const work = killedAfter(url, join(import.meta.dirname, "campaign-works.ts"), provider.url)

    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* fastNumber(FROM, { perSecond: PER_SECOND })
      for (let n = 0; n < TEXTS; n++) yield* begin(queued(`+1${2_125_400_000 + n}`))
      for (let n = 1; n <= KILLS; n++) {
        yield* work(eventually(Effect.sync(() => provider.taken.length), (taken) => taken >= Math.floor(TEXTS * n / (KILLS + 1)), 120_000))
      }
      yield* work(until("select count(*) as n from sms_messages where state = 'queued'", (n) => n === 0))

      assert.deepStrictEqual([...provider.byNumber].filter(([, { length }]) => length > 1), [], "nobody is texted twice")
      const states = yield* sql<{ state: string; phone: string }>`select state, to_phone as phone from sms_messages`
      const sent = states.filter(({ state }) => state === "sent")
      assert.deepStrictEqual(sent.map(({ phone }) => phone).toSorted(), [...provider.byNumber.keys()].toSorted(), "what was taken is told as sent, and nothing else")
      const unknown = states.filter(({ state }) => state === "unknown")
      assert.strictEqual(sent.length + unknown.length, TEXTS)
      const most = mostInASecond(provider.arrivals)
      assert.isAtMost(most, PER_SECOND, "the pace of the number is kept in every second")
      yield* Effect.promise(() => annotate(`${TEXTS} texts, killed ${KILLS} times: ${sent.length} sent, ${unknown.length} unknown; at most ${most} of ${PER_SECOND} in a second`))
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped), rounds(240_000, 900_000))
