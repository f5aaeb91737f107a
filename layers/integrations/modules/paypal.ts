import { Effect, Option, Redacted, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import type { Refusal, Verdict } from "../../providers/attempt.ts"
import type { Way } from "../../providers/http.ts"
import type { Access } from "../access.ts"
import type { IntegrationModule, RemotePayment } from "../module.ts"
import { eachOf, maybe, reading, said, secretsOf } from "./asking.ts"

const PAGE = 100
const DAY_MS = 86_400_000
/** What one question may cover, how far back the first goes, and for how long payments are looked at again: they may be given back. */
const WINDOW_DAYS = 30
const FIRST_DAYS = 180
const AGAIN_DAYS = 30

const Problem = Schema.Struct({ name: maybe(Schema.String), message: maybe(Schema.String), error: maybe(Schema.String), error_description: maybe(Schema.String) })

const verdictOf = ({ json, status }: Refusal): Verdict | undefined => {
  const problem = Option.getOrUndefined(Schema.decodeUnknownOption(Problem)(json))
  if (status === 403) return { kind: "unauthorized", reason: problem?.name ?? "not_authorized", message: "The app may not read transactions: allow Transaction Search there." }
  return undefined
}

const Token = Schema.Struct({ access_token: Schema.String })

/** The app's own token (RFC 6749, 4.4). */
const letIn = Effect.fnUntraced(function*(way: Way, access: Access) {
  const { client_id = "", client_secret } = access.credentials
  const { access_token } = yield* way.json({
    operation: "token", repeat: "always", secrets: secretsOf(access),
    request: HttpClientRequest.post(`${way.base}/v1/oauth2/token`).pipe(
      HttpClientRequest.basicAuth(client_id, client_secret === undefined ? "" : Redacted.value(client_secret)),
      HttpClientRequest.bodyUrlParams({ grant_type: "client_credentials" })
    )
  }, Token)
  const by: Access = { ...access, credentials: { ...access.credentials, token: Redacted.make(access_token) } }
  return by
})

const Amount = Schema.Struct({ currency_code: Schema.String.check(Schema.isPattern(/^[A-Z]{3}$/u)), value: Schema.String.check(Schema.isPattern(/^-?\d{1,12}(?:\.\d{1,3})?$/u)) })
const Detail = Schema.Struct({
  transaction_info: Schema.Struct({
    transaction_id: Schema.String, transaction_status: Schema.String, transaction_initiation_date: Schema.String, transaction_amount: Amount,
    transaction_subject: maybe(Schema.String), transaction_note: maybe(Schema.String)
  }),
  payer_info: maybe(Schema.Struct({ email_address: maybe(Schema.String), payer_name: maybe(Schema.Struct({ alternate_full_name: maybe(Schema.String) })) }))
})
const details = eachOf(Detail, "payment")
const Transactions = Schema.Struct({ transaction_details: Schema.Array(Schema.Unknown), total_pages: Schema.Int })

const states: Readonly<Record<string, string>> = { S: "succeeded", P: "pending", D: "refused", V: "given back" }

const decimalsOf = (currency: string) => new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2

const paymentOf = ({ payer_info, transaction_info: one }: typeof Detail.Type): RemotePayment => {
  const { currency_code: currency, value } = one.transaction_amount
  return {
    remote_id: one.transaction_id, currency, amount: Math.round(Number(value) * 10 ** decimalsOf(currency)), at: new Date(one.transaction_initiation_date).toISOString(),
    state: states[one.transaction_status] ?? one.transaction_status, description: said(one.transaction_subject ?? one.transaction_note) ?? null,
    email: said(payer_info?.email_address), name: said(payer_info?.payer_name?.alternate_full_name)
  }
}

const Place = Schema.Struct({ from: Schema.String, page: Schema.Int })
const placeOf = Schema.decodeUnknownOption(Place)

const isReadable = ({ transaction_info: { transaction_initiation_date: at } }: typeof Detail.Type) => !Number.isNaN(Date.parse(at))

/** PayPal's transactions (developer.paypal.com/docs/api/transaction-search/v1). */
export const paypal: IntegrationModule = {
  party: { name: "paypal", usually: "https://api-m.paypal.com", verdictOf },
  check: (way, access) =>
    Effect.flatMap(letIn(way, access), (by) => {
      const now = Date.now()
      const query = new URLSearchParams({ start_date: new Date(now - DAY_MS).toISOString(), end_date: new Date(now).toISOString(), fields: "transaction_info", page_size: "1", page: "1" })
      return Effect.as(way.json(reading(by, "check", `${way.base}/v1/reporting/transactions?${query}`), Transactions), { account: null })
    }),
  read: Effect.fnUntraced(function*(way, access, place) {
    const now = Date.now()
    const { from, page } = Option.getOrElse(placeOf(place), () => ({ from: new Date(now - FIRST_DAYS * DAY_MS).toISOString(), page: 1 }))
    const until = Math.min(Date.parse(from) + WINDOW_DAYS * DAY_MS, now)
    const query = new URLSearchParams({
      start_date: from, end_date: new Date(until).toISOString(), fields: "transaction_info,payer_info", page_size: String(PAGE), page: String(page)
    })
    const answer = yield* way.json(reading(yield* letIn(way, access), "read_transactions", `${way.base}/v1/reporting/transactions?${query}`), Transactions)
    const { good, unreadable } = details(answer.transaction_details)
    const isLast = page >= answer.total_pages
    const done = isLast && until >= now - DAY_MS
    return {
      people: [], payments: good.filter(isReadable).map(paymentOf), unreadable, done,
      place: done ? { from: new Date(now - AGAIN_DAYS * DAY_MS).toISOString(), page: 1 } : isLast ? { from: new Date(until).toISOString(), page: 1 } : { from, page: page + 1 }
    }
  })
}
