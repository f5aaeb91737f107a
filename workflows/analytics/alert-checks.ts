import { Cause, Effect, Layer, Schedule } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { AlertsOfCompany } from "#layers/analytics/alerts"
import { type Counted, Figures } from "#layers/analytics/figures"
import { anonymousCaller, NO_CREDENTIAL } from "#layers/auth/audit"
import { Members } from "#layers/auth/members"
import { CompanySettings } from "#layers/company/settings"
import { InBackground } from "#layers/database/connections"
import { Site } from "#layers/kernel/installation/site"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { payloadHash } from "#layers/workflows/runs"
import type { Alert } from "#schemas/analytics/alert"
import { type FigureKey, figures } from "#schemas/analytics/figure"
import { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { emailCustomer } from "../messages/send.ts"
import template from "../messages/templates/alert.ts"

const EVERY_SECONDS = 60
const ROUND = "5 seconds"
const COMPANIES_AT_A_TIME = 2

const told = Effect.fnUntraced(function*({ beyond, bound, currency, figure, id }: Alert, value: number) {
  const { linked } = yield* Site
  const { counts, title } = figures[figure]
  for (const { email, id: reader } of yield* Members.use(({ inCharge }) => inCharge)) {
    yield* emailCustomer(template, { title, counts, beyond, bound, value, currency, page: `${linked}/dashboard/figures/${figure}` }, { to: { email } }).pipe(
      Effect.catch(({ message }) => Effect.logInfo(`the e-mail of alert ${id} to member ${reader} was not sent: ${message}`))
    )
  }
})

const valueOf = (counted: Counted, figure: FigureKey, currency: string) =>
  figure === "revenue" ? counted.revenue.find((money) => money.currency === currency)?.amount ?? 0 : counted[figure]

/** Looks at the figures of one company and mode, and tells what is beyond a bound since, or is so no longer: each time once. */
const check = Effect.gen(function*() {
  const alerts = yield* AlertsOfCompany
  yield* alerts.hold
  const all = yield* alerts.all
  if (all.length === 0) return
  const { counted } = yield* Figures
  const { currency: usual } = yield* CompanySettings.use(({ own }) => own)
  const isOfWholeDay = ({ beyond, figure }: Alert) => beyond === "below" && "ofDay" in figures[figure]
  const keysOf = (some: ReadonlyArray<Alert>) => [...new Set(some.map(({ figure }) => figure))]
  const [whole, current] = [all.filter(isOfWholeDay), all.filter((one) => !isOfWholeDay(one))]
  const [yesterday] = whole.length === 0 ? [] : yield* counted([1], keysOf(whole), true)
  const [now] = current.length === 0 ? [] : yield* counted([0], keysOf(current))
  for (const one of all) {
    const value = valueOf((isOfWholeDay(one) ? yesterday : now)!, one.figure, one.currency ?? usual)
    const raised = one.beyond === "above" ? value > one.bound : value < one.bound
    yield* alerts.checked(one.id, value, raised)
    if (raised === (one.raised_at !== null)) continue
    const after = (yield* alerts.all).find(({ id }) => id === one.id)!
    yield* recordChange({ object: "alert", id: one.id, before: one, after, events: [raised ? "alert.raised" : "alert.cleared"] })
    if (raised && one.email) yield* told({ ...one, currency: figures[one.figure].unit === "money" ? one.currency ?? usual : null }, value)
  }
})

/** Looks at what companies want to hear of. Safe to run on several processes at once; a crash leaves it for the next round. */
export const AlertChecks = Layer.effectDiscard(Effect.gen(function*() {
  const alerts = yield* AlertsOfCompany
  const { write } = yield* Receipted
  const round = Effect.gen(function*() {
    const due = yield* alerts.due(EVERY_SECONDS)
    yield* Effect.forEach(due, ({ company_id, mode }) =>
      write({ verb: "check_alerts", payloadHash: payloadHash({}) }, check).pipe(
        Effect.provideService(Caller, anonymousCaller(CompanyId.make(company_id), NO_CREDENTIAL, mode)),
        /* One company's figures that cannot be counted keep nobody else's from it. */
        Effect.catchCause((cause) =>
          Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.logWarning(`check the alerts of company ${company_id}: will try again in ${ROUND}`, cause))
      ), { concurrency: COMPANIES_AT_A_TIME, discard: true })
  })
  yield* round.pipe(
    Effect.provideService(InBackground, true),
    Effect.tapCause((cause) => Effect.logWarning(`check alerts: will try again in ${ROUND}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(ROUND)),
    Effect.forkScoped
  )
}))
