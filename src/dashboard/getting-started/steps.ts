import { Effect } from "effect"
import { firstSteps } from "#schemas/categories"
import type { Operation } from "#schemas/kernel/catalog"
import type { FirstStep } from "#schemas/kernel/category"
import { isJsonObject } from "#schemas/kernel/json"
import type { Tier } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"
import { lacking } from "../../connector/verbs.ts"
import { SessionRequest } from "../handler.ts"
import { jsonOf, pageOfList } from "../records/calls.ts"
import { pageOf, paramsOf } from "../records/catalogue.ts"
import type { Json } from "../records/fields.ts"

type Session = SessionRequest["Service"]["session"]

/** A step as it stands for whoever looks. */
export interface Step extends Pick<FirstStep, "title" | "why"> {
  /** The page that does it. */
  readonly to: string
  readonly done: boolean
  /** The tier that it takes, where the company's is lower. */
  readonly needs: Tier | undefined
}

/** Some operations name the company in their path. */
const ownCompany = (entry: Operation, { caller }: Session): { readonly id?: string } =>
  paramsOf(entry).includes("id") ? { id: String(caller.company_id) } : {}

const isFilled = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)

/** Whether it is done, as far as whoever looks may see: what they may not read is not asked. */
const isDone = Effect.fnUntraced(function*({ done }: FirstStep, session: Session) {
  const entry = operations.get("list" in done ? done.list : done.read)!
  if (lacking(session.caller, entry) !== undefined) return false
  if ("read" in done) {
    const value = yield* jsonOf(entry, {})
    return isJsonObject(value) && isFilled(value[done.field])
  }
  const { total } = yield* pageOfList(entry, { ...ownCompany(entry, session), ...done.query, limit: 1 })
  return total > (done.moreThan ?? 0)
})

/** The first steps that are open to whoever looks, or would be on another tier. One that cannot be read now counts as not done. */
export const stepsOf = Effect.gen(function*() {
  const { session } = yield* SessionRequest
  const open = firstSteps.flatMap((step) => {
    const entry = operations.get(step.by)!
    const refusal = lacking(session.caller, entry)
    return refusal !== undefined && refusal.upgrade_to === undefined ? [] : [{ step, to: pageOf(entry, ownCompany(entry, session)), needs: refusal?.upgrade_to }]
  })
  return yield* Effect.forEach(open, ({ needs, step, to }) =>
    Effect.map(needs === undefined ? Effect.catch(isDone(step, session), () => Effect.succeed(false)) : Effect.succeed(false), (done): Step =>
      ({ title: step.title, why: step.why, to, done, needs })), { concurrency: 4 })
})
