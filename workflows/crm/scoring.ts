import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { Scoring } from "#layers/crm/scoring"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { conditionsOf } from "#schemas/crm/filter"
import type { NewRules, ScoringRule } from "#schemas/crm/scoring"
import type * as api from "#schemas/crm/scoring.api"
import type { Input } from "#schemas/kernel/catalog"
import { type Detail, ValidationError } from "#schemas/kernel/errors"
import { cancelRun } from "../durable.ts"
import { get_contact } from "./contacts.ts"
import { faultsIn } from "./filters.ts"
import { Rescore } from "./rescore.ts"

export const list_scoring_rules = (paging: Input<typeof api.list_scoring_rules>) => Scoring.use((scoring) => scoring.page(paging))

export const get_lead_score = Effect.fnUntraced(function*({ id }: Input<typeof api.get_lead_score>) {
  yield* get_contact({ id })
  const scoring = yield* Scoring
  return yield* scoring.explain(id)
})

/** A score that depends on itself has no value. */
const circular = ({ rules }: NewRules): ReadonlyArray<Detail> =>
  rules.flatMap(({ when }, place) =>
    conditionsOf(when, `rules[${place}].when`).flatMap(({ condition, path }) =>
      condition.type === "score" ? [{ field: `${path}.type`, error: "A rule cannot ask for the score", received: "score" }] : []))

const plain = ({ label, points, when }: Omit<ScoringRule, "id">) => ({ label, points, when })

export const set_scoring_rules = Effect.fnUntraced(function*(input: Input<typeof api.set_scoring_rules>) {
  const details = [
    ...circular(input),
    ...yield* faultsIn(input.rules.map(({ when }) => when), (place) => `rules[${place}].when`)
  ]
  if (details.length > 0) {
    return yield* new ValidationError({ message: "Some rules ask for what contacts do not have.", details: details.slice(0, 100) })
  }
  const scoring = yield* Scoring
  const { run_id } = yield* scoring.hold
  const before = yield* scoring.rulebook
  if (before.version > 0 && isDeepStrictEqual(before.rules.map(plain), input.rules.map(plain))) {
    return { rules_version: before.version, rules: before.rules, run_id: null }
  }
  const after = yield* scoring.replace(input.rules)
  if (run_id !== null) yield* cancelRun(run_id)
  const run = yield* Rescore.start({ rules_version: after.version, after: null }, { key: `rules ${after.version}` })
  yield* scoring.follow(run)
  yield* recordChange({
    object: "scoring_rules",
    id: after.version,
    before: { rules: before.rules },
    after: { rules: after.rules }
  })
  return { rules_version: after.version, rules: after.rules, run_id: run }
})
