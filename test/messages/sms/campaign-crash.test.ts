import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Campaigns } from "#layers/messages/sms/campaigns"
import { OptOuts } from "#layers/messages/sms/opt-outs"
import { segment } from "#schemas/crm/segment"
import { CampaignRun } from "#workflows/messages/sms/campaign-run"
import { create_segment } from "#workflows/crm/segments"
import { OwnerSql } from "../../support/database.ts"
import { number, until } from "../../support/counted.ts"
import { begin, companyUrl, programsOn } from "../../support/engine.ts"
import { killedAfter } from "../../support/engine-worker.ts"
import { eventually } from "../../support/eventually.ts"
import { rounds } from "../../support/rounds.ts"
import { audience, fastNumber } from "./campaigning.ts"
import { countingProvider, mostInASecond } from "./counting-provider.ts"

const CONTACTS = rounds(300, 20_000)
const KILLS = rounds(3, 10)
const PER_SECOND = rounds(60, 200)
const FROM = "+12025550100"
const FIRST = 2_125_200_000

it.live("everybody is texted once or reported as unknown, whatever kills the process, and nobody after they said stop", ({ annotate }) =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const provider = yield* countingProvider
    const work = killedAfter(url, join(import.meta.dirname, "campaign-works.ts"), provider.url)

    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* fastNumber(FROM, { perSecond: PER_SECOND })
      yield* audience("all", FIRST, CONTACTS)
      yield* sql`insert into sms_settings (company_id, quiet_from, quiet_to, most_texts_days, currency, rates) values (1, '00:00', '00:00', 30, 'USD', '[]')`
      const optOut = (n: number) =>
        begin(OptOuts.use(({ add }) => add({ phone: `+1${FIRST + n}`, source: "api", guessed: false, text: null, message_id: null })))
      /* Before it begins, and of those at its end while it is under way. */
      const before = Array.from({ length: 10 }, (_, n) => n * 7)
      const during = Array.from({ length: 10 }, (_, n) => CONTACTS - 1 - n * 2)
      for (const n of before) yield* optOut(n)
      const { id: segment_id } = yield* begin(Effect.orDie(create_segment(segment.create.make({
        name: "All", filter: { match: "all", of: [{ type: "tag", value: "all" }] }
      }))))
      const { id } = yield* begin(Effect.gen(function*() {
        const made = yield* Effect.orDie(Campaigns.use((campaigns) => campaigns.create({
          name: "Sale", segment_id, purpose: "marketing", from_phone: FROM, shorten_links: false, starts_at: null, state: "sending",
          variants: [{ name: "A", message: "Our winter sale begins. Reply STOP to end.", share: 1 }]
        })))
        yield* CampaignRun.start({ campaign_id: made.id }, { key: `campaign ${made.id}` })
        return made
      }))

      const expected = CONTACTS - before.length - during.length
      for (let n = 1; n <= KILLS; n++) {
        yield* work(eventually(Effect.sync(() => provider.taken.length), (taken) => taken >= Math.floor(expected * n / (KILLS + 1)), 300_000))
        if (n === 1) for (const one of during) yield* optOut(one)
      }
      yield* work(Effect.andThen(
        eventually(number("select count(*) as n from campaigns where finished_at is not null"), (n) => n === 1, 600_000),
        until("select count(*) as n from sms_messages where state = 'queued'", (n) => n === 0)
      ))

      const out = new Set([...before, ...during].map((n) => `+1${FIRST + n}`))
      const twice = [...provider.byNumber].filter(([, { length }]) => length > 1).map(([to]) => to)
      assert.deepStrictEqual(twice, [], "nobody is texted twice")
      assert.deepStrictEqual(provider.taken.filter(({ to }) => out.has(to)), [], "nobody is texted after they said stop")
      const states = yield* sql<{ state: string; phone: string; error_code: string | null }>`
        select m.state, m.to_phone as phone, m.error_code from campaign_recipients r join sms_messages m on m.company_id = r.company_id and m.id = r.message_id
        where r.state <> 'excluded'`
      const ofState = (state: string) => states.filter((one) => one.state === state)
      assert.deepStrictEqual(ofState("sent").filter(({ phone }) => !provider.byNumber.has(phone)), [], "what is told as sent was taken")
      assert.deepStrictEqual(ofState("unknown").filter(({ error_code }) => error_code === null), [], "what is unknown says why")
      assert.strictEqual(ofState("sent").length, provider.taken.length, "what was taken is told as sent")
      const results = yield* begin(Campaigns.use((campaigns) => campaigns.results(id, ["A"])))
      assert.strictEqual(results.sent + results.unknown + results.failed, results.recipients)
      assert.strictEqual(results.recipients + results.excluded.reduce((sum, { contacts }) => sum + contacts, 0), CONTACTS)
      assert.strictEqual(results.failed, ofState("failed").length)
      assert.isTrue(ofState("failed").every(({ phone }) => out.has(phone)), "nothing but opt-outs at the last moment fails for good")
      const most = mostInASecond(provider.arrivals)
      assert.isAtMost(most, PER_SECOND, "the pace of the number is kept in every second")
      const { fails, hangs } = provider.counts
      yield* Effect.promise(() => annotate(`${results.recipients} recipients through ${KILLS} kills, ${fails} failures and ${hangs} hangs: ${results.sent} texted once, ` +
        `${results.unknown} unknown, ${results.failed} stopped at the last moment; at most ${most} of ${PER_SECOND} in a second`))
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped), rounds(240_000, 3_000_000))
