import { Schema } from "effect"
import { entity, field } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { Currency, MAX_CENTS } from "#schemas/kernel/money"
import { Timestamp } from "#schemas/kernel/time"
import { FigureKey, figures } from "./figure.ts"

export const AlertId = Id.pipe(Schema.brand("AlertId"))
export type AlertId = typeof AlertId.Type

const MOST_ALERTS = 50

const Bound = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS })).annotate({
  description: "Of money, in the currency's smallest unit.", examples: [10]
})

/** A figure that somebody wants to hear of once it is beyond a bound. */
export const alert = entity("Alert", {
  id: field.readOnly(AlertId),
  figure: field.required(FigureKey, FigureKey),
  beyond: field.required(Schema.Literals(["above", "below"]).annotate({
    description: "`above`: as soon as the figure is more than the bound. `below`: what counts the day so far (new leads, revenue, failed deliveries, appointments) is " +
      "compared once the day is over; the others as they are now.",
    examples: ["above"]
  })),
  bound: field.required(Bound),
  currency: field.nullable(Currency, { description: "Of revenue; the company's if left out.", examples: [null] }),
  email: field.defaulted(Schema.Boolean.annotate({ description: "Owners and admins get an e-mail too, besides the event `alert.raised`." }), true),
  value: field.readOnly(Schema.NullOr(Schema.Int).annotate({ description: "What it was when it was last looked at.", examples: [12] })),
  checked_at: field.readOnly(Schema.NullOr(Timestamp)),
  raised_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "Since when it is beyond the bound." })),
  livemode: field.readOnly(Schema.Boolean)
}, { description: "A figure that somebody wants to hear of once it is beyond a bound.", label: ({ figure }) => figures[figure].title })
export const Alert = alert.read
export type Alert = typeof Alert.Type
export type NewAlert = typeof alert.create.Type

export const Alerts = Schema.Struct({ alerts: Schema.Array(Alert) }).annotate({ identifier: "Alerts" })

const keyOf = ({ beyond, bound, currency, figure }: NewAlert) => JSON.stringify([figure, beyond, bound, currency ?? null])

const twice = (alerts: ReadonlyArray<NewAlert>) => {
  const place = alerts.findIndex((one, n) => alerts.slice(0, n).some((other) => keyOf(one) === keyOf(other)))
  return place === -1 ? undefined : { path: ["alerts", place], issue: "there is another alert of this figure, bound and currency" }
}

export const NewAlerts = Schema.Struct({
  alerts: Schema.Array(alert.create).check(Schema.isMaxLength(MOST_ALERTS)).annotate({ description: `All alerts, at most ${MOST_ALERTS}.` })
}).check(Schema.makeFilter(({ alerts }) => twice(alerts))).annotate({ identifier: "NewAlerts", examples: [{ alerts: [{ figure: "overdue_invoices", beyond: "above", bound: 10, currency: null, email: true }] }] })
