import { Effect, Schema } from "effect"
import { type Rulebook, Scoring } from "#layers/crm/scoring"
import { Tenancy } from "#layers/kernel/tenancy"
import { agesBy } from "#schemas/crm/filter-faults"
import { durable, sleepUntil, step } from "../durable.ts"

const BATCH = 2_000
const DAY_MS = 86_400_000

const Rescored = Schema.Struct({
  scored: Schema.Int,
  /** Other rules came in between, and with them another run. */
  superseded: Schema.Boolean
})

/** Works out the scores of all contacts of a company: after its rules changed, and daily where time alone changes scores. */
export const Rescore = durable({
  name: "crm.rescore",
  version: 1,
  payload: {
    rules_version: Schema.Int,
    /** Not before this instant. */
    after: Schema.NullOr(Schema.String)
  },
  success: Rescored,
  concurrency: { perCompany: 1 },
  background: true,
  restartable: true,
  /* Contacts and their scores are those of both modes. */
  realTime: true
})

const Walked = Schema.Struct({ scored: Schema.Int, last: Schema.NullOr(Schema.Int), superseded: Schema.Boolean })

const nextBatch = Effect.fnUntraced(function*(rules_version: number, after: number) {
  const scoring = yield* Scoring
  const tenancy = yield* Tenancy
  return yield* tenancy.transaction(Effect.gen(function*() {
    if ((yield* scoring.rulebook).version !== rules_version) return { scored: 0, last: null, superseded: true }
    return { ...yield* scoring.walk(after, BATCH), superseded: false }
  }))
})

const changesWithTime = ({ rules }: Rulebook) => rules.some(({ when }) => agesBy(when))

/** The same again a day later, while the rules are these. */
const again = Effect.fnUntraced(function*(rules_version: number) {
  const scoring = yield* Scoring
  const tenancy = yield* Tenancy
  const after = new Date((yield* Effect.clockWith((clock) => clock.currentTimeMillis)) + DAY_MS).toISOString()
  yield* tenancy.transaction(Effect.gen(function*() {
    const { version } = yield* scoring.hold
    if (version !== rules_version || !changesWithTime(yield* scoring.rulebook)) return
    const run = yield* Rescore.start({ rules_version, after }, { key: `rules ${rules_version} after ${after.slice(0, 10)}` })
    yield* scoring.follow(run)
  }))
})

export const RescoreProgram = Rescore.program(Effect.fnUntraced(function*({ after, rules_version }) {
  if (after !== null) yield* sleepUntil("due", after)
  let [scored, last]: [number, number | null] = [0, 0]
  while (last !== null) {
    const batch: typeof Walked.Type = yield* step(`after ${last}`, { success: Walked }, nextBatch(rules_version, last))
    if (batch.superseded) return { scored, superseded: true }
    scored += batch.scored
    last = batch.last
  }
  yield* step("again", {}, again(rules_version))
  return { scored, superseded: false }
}))
