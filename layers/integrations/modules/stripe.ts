import { Effect, Option, Schema } from "effect"
import { stripeVerdict } from "../../providers/payment/stripe.ts"
import type { IntegrationModule, RemotePayment, RemotePerson } from "../module.ts"
import { eachOf, maybe, reading, said } from "./asking.ts"

const PAGE = 100
/** What was paid is read again for so long: it may be given back. */
const AGAIN_SECONDS = 30 * 86_400

const Customer = Schema.Struct({
  id: Schema.String, email: maybe(Schema.String), name: maybe(Schema.String), phone: maybe(Schema.String), description: maybe(Schema.String), deleted: maybe(Schema.Boolean)
})
const customers = eachOf(Customer, "contact", "id")

const Charge = Schema.Struct({
  id: Schema.String, amount: Schema.Int, amount_refunded: maybe(Schema.Int), currency: Schema.String.check(Schema.isPattern(/^[a-z]{3}$/u)), created: Schema.Int,
  status: Schema.String, refunded: maybe(Schema.Boolean), description: maybe(Schema.String), customer: maybe(Schema.String), receipt_email: maybe(Schema.String),
  billing_details: maybe(Schema.Struct({ email: maybe(Schema.String), name: maybe(Schema.String) }))
})
const charges = eachOf(Charge, "payment", "id")

const List = Schema.Struct({ data: Schema.Array(Schema.Unknown), has_more: Schema.Boolean })
const Account = Schema.Struct({ id: Schema.String, business_profile: maybe(Schema.Struct({ name: maybe(Schema.String) })), email: maybe(Schema.String) })

/** Which list is read, after which of its items, what was paid since when, and the newest that was seen. */
const Place = Schema.Struct({ list: Schema.Literals(["customers", "charges"]), after: Schema.NullOr(Schema.String), since: Schema.Int, newest: Schema.Int })
const placeOf = Schema.decodeUnknownOption(Place)

const personOf = ({ description, email, id, name, phone }: typeof Customer.Type): RemotePerson => {
  const [first, ...rest] = (said(name) ?? "").split(/\s+/u)
  return { remote_id: id, fields: { first_name: said(first), last_name: said(rest.join(" ")), email: said(email), phone: said(phone), notes: said(description) } }
}

const paymentOf = (one: typeof Charge.Type): RemotePayment => ({
  remote_id: one.id, amount: one.amount, currency: one.currency.toUpperCase(), at: new Date(one.created * 1_000).toISOString(), description: said(one.description) ?? null,
  state: one.refunded === true ? "given back" : (one.amount_refunded ?? 0) > 0 ? "partly given back" : one.status,
  person: said(one.customer), email: said(one.billing_details?.email ?? one.receipt_email), name: said(one.billing_details?.name)
})

/** Stripe's customers and charges (docs.stripe.com/api). */
export const stripe: IntegrationModule = {
  party: { name: "stripe_account", usually: "https://api.stripe.com", verdictOf: stripeVerdict },
  check: (way, access) =>
    Effect.map(way.json(reading(access, "check", `${way.base}/v1/account`), Account), ({ business_profile, email, id }) =>
      ({ account: said(business_profile?.name) ?? said(email) ?? id })),
  read: Effect.fnUntraced(function*(way, access, place) {
    const { after, list, newest, since } = Option.getOrElse(placeOf(place), () => ({ list: "customers" as const, after: null, since: 0, newest: 0 }))
    const query = new URLSearchParams({ limit: String(PAGE), ...after !== null && { starting_after: after }, ...list === "charges" && since > 0 && { "created[gte]": String(since) } })
    const { data, has_more } = yield* way.json(reading(access, `read_${list}`, `${way.base}/v1/${list}?${query}`), List)
    const last = (data.at(-1) as { readonly id?: unknown } | undefined)?.id
    const more = has_more && typeof last === "string"
    if (list === "customers") {
      const { good, unreadable } = customers(data)
      return {
        people: good.map(personOf), unreadable, done: false,
        place: more ? { list, after: last, since, newest } : { list: "charges", after: null, since, newest }
      }
    }
    const { good, unreadable } = charges(data)
    const seen = Math.max(newest, ...good.map(({ created }) => created))
    return {
      people: [], payments: good.map(paymentOf), unreadable, done: !more,
      place: more ? { list, after: last, since, newest: seen } : { list: "customers", after: null, since: Math.max(0, seen - AGAIN_SECONDS), newest: seen }
    }
  })
}
