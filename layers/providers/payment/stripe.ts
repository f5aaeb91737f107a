import { createHmac } from "node:crypto"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import type { Refusal, Verdict } from "../attempt.ts"
import { ProviderInvalidRequest } from "../errors.ts"
import { formOf } from "../form.ts"
import type { Call, Party, Way } from "../http.ts"
import { isSame } from "../signature.ts"
import { intentStatuses, type PaymentIntent, type PaymentProvider, ProviderEvent, type SetupPage } from "./provider.ts"

/** What their answers look like is fixed by this; a newer one is taken up on purpose. */
const VERSION = "2024-06-20"
/** Seconds that a signature is good for. */
const SIGNATURE_HOLDS = 300

const Problem = Schema.Struct({
  error: Schema.Struct({
    type: Schema.optionalKey(Schema.String),
    code: Schema.optionalKey(Schema.NullOr(Schema.String)),
    decline_code: Schema.optionalKey(Schema.NullOr(Schema.String)),
    message: Schema.optionalKey(Schema.NullOr(Schema.String))
  })
})
const problemOf = Schema.decodeUnknownOption(Problem)

const kindOf = (status: number, type: string | undefined): Verdict["kind"] => {
  if (status === 402 || type === "card_error") return "declined"
  if (status === 401 || status === 403) return "unauthorized"
  if (status === 429) return "limited"
  /* 409: the same key is at work in another request. 424: somebody behind them did not answer. */
  return status >= 500 || status === 409 || status === 424 ? "lost" : "invalid"
}

/** What Stripe means by an answer. */
export const stripeVerdict = ({ json, status }: Refusal): Verdict | undefined =>
  Option.getOrUndefined(Option.map(problemOf(json), ({ error }) => ({
    kind: kindOf(status, error.type),
    reason: reasonOf(error) ?? `status_${status}`,
    message: error.message ?? `It answered ${status}.`
  })))

export const stripeParty = (configured: Option.Option<URL>): Party =>
  ({ name: "stripe", configured, usually: "https://api.stripe.com", verdictOf: stripeVerdict })

const Intent = Schema.Struct({
  id: Schema.String,
  status: Schema.Literals(intentStatuses),
  amount: Schema.Int,
  amount_received: Schema.Int,
  currency: Schema.String,
  next_action: Schema.optionalKey(Schema.NullOr(Schema.Struct({
    redirect_to_url: Schema.optionalKey(Schema.NullOr(Schema.Struct({ url: Schema.NullOr(Schema.String) })))
  }))),
  last_payment_error: Schema.optionalKey(Schema.NullOr(Problem.fields.error))
})

const Refund = Schema.Struct({
  id: Schema.String,
  status: Schema.Literals(["pending", "requires_action", "succeeded", "failed", "canceled"]),
  amount: Schema.Int,
  currency: Schema.String
})

const reasonOf = ({ code, decline_code, type }: typeof Problem.Type["error"]) => decline_code ?? code ?? type

const intentOf = ({ amount, amount_received, currency, id, last_payment_error, next_action, status }: typeof Intent.Type): PaymentIntent => ({
  id, status, amount, amount_received, currency: currency.toUpperCase(), action_url: next_action?.redirect_to_url?.url ?? null,
  failure: last_payment_error ? { code: reasonOf(last_payment_error) ?? "declined", message: last_payment_error.message ?? "It was declined." } : null
})

/** A page of Stripe's, which becomes a payment when somebody pays on it. */
const Session = Schema.Struct({
  id: Schema.String,
  status: Schema.NullOr(Schema.Literals(["open", "complete", "expired"])),
  url: Schema.optionalKey(Schema.NullOr(Schema.String)),
  amount_total: Schema.Int,
  currency: Schema.String,
  payment_intent: Schema.optionalKey(Schema.NullOr(Intent))
})

const SESSION = "cs_"

const sessionOf = ({ amount_total: amount, currency, id, payment_intent, status, url }: typeof Session.Type): PaymentIntent =>
  status === "complete" && payment_intent
    ? intentOf(payment_intent)
    : {
      id, status: status === "expired" ? "canceled" : status === "open" ? "requires_action" : "processing", amount, amount_received: 0,
      currency: currency.toUpperCase(), action_url: status === "open" ? url ?? null : null, failure: null
    }

/** A page of Stripe's on which somebody writes down a card. */
const Setup = Schema.Struct({
  id: Schema.String,
  url: Schema.optionalKey(Schema.NullOr(Schema.String)),
  client_reference_id: Schema.optionalKey(Schema.NullOr(Schema.String)),
  setup_intent: Schema.optionalKey(Schema.NullOr(Schema.Struct({ status: Schema.String, payment_method: Schema.NullOr(Schema.String) })))
})

const setupOf = ({ client_reference_id = null, id, setup_intent, url = null }: typeof Setup.Type): SetupPage =>
  ({ id, reference: client_reference_id, url, token: setup_intent?.status === "succeeded" ? setup_intent.payment_method : null })

const Named = Schema.Struct({ id: Schema.String })

const Method = Schema.Struct({
  id: Schema.String,
  customer: Schema.optionalKey(Schema.NullOr(Schema.String)),
  card: Schema.optionalKey(Schema.NullOr(Schema.Struct({
    brand: Schema.String, last4: Schema.String, exp_month: Schema.Int, exp_year: Schema.Int
  })))
})

const refundOf = ({ currency, ...refund }: typeof Refund.Type) => ({ ...refund, currency: currency.toUpperCase() })

export interface StripeAccount {
  readonly secret_key: Redacted.Redacted
  readonly webhook_secret?: Redacted.Redacted | undefined
}

const signatureFault = (message: string) =>
  new ProviderInvalidRequest({ provider: "stripe", operation: "receive_event", reason: "signature", message, attempts: 0 })

const eventIn = Schema.decodeUnknownEffect(Schema.fromJsonString(ProviderEvent))

/**
 * The event of a request that Stripe signed (`Stripe-Signature`), of the last five minutes. The secret may be more than one, with commas
 * between them, while it is changed.
 */
const eventOf = (secret: Redacted.Redacted | undefined) =>
  Effect.fnUntraced(function*(body: Uint8Array, header: string | undefined): Effect.fn.Return<ProviderEvent, ProviderInvalidRequest> {
    if (secret === undefined) return yield* signatureFault("STRIPE_WEBHOOK_SECRET is not set, so that nothing can be known to be Stripe's.")
    const parts = (header ?? "").split(",").map((part) => part.trim().split("=", 2) as [string, string?])
    const at = parts.find(([name]) => name === "t")?.[1] ?? ""
    const given = parts.flatMap(([name, value]) => name === "v1" && value !== undefined ? [value] : [])
    if (!/^\d{1,12}$/.test(at)) return yield* signatureFault("The request is not signed.")
    const expected = Redacted.value(secret).split(",").map((one) =>
      createHmac("sha256", one).update(`${at}.`).update(body).digest("hex"))
    if (!given.some((one) => expected.some((right) => isSame(one, right)))) return yield* signatureFault("The signature is not Stripe's.")
    const now = (yield* Clock.currentTimeMillis) / 1_000
    if (Math.abs(now - Number(at)) > SIGNATURE_HOLDS) return yield* signatureFault("The signature is older than five minutes.")
    return yield* Effect.mapError(eventIn(new TextDecoder().decode(body)), () => signatureFault("The body is not an event."))
  })

/** Stripe, by plain HTTP: its own library would make attempts of its own, beside our timeouts, guard and circuit breaker. */
export const stripe = (way: Way, { secret_key, webhook_secret }: StripeAccount): PaymentProvider => {
  const asked = (request: HttpClientRequest.HttpClientRequest, how: Pick<Call, "operation" | "repeat">): Call => ({
    ...how,
    secrets: [secret_key, ...webhook_secret === undefined ? [] : [webhook_secret]],
    request: request.pipe(HttpClientRequest.bearerToken(secret_key), HttpClientRequest.setHeader("stripe-version", VERSION))
  })

  const read = (operation: string, path: string) =>
    asked(HttpClientRequest.get(`${way.base}/v1/${path}`), { operation, repeat: "always" })

  const write = (operation: string, path: string, key: string, fields: Parameters<typeof formOf>[0]) =>
    asked(
      HttpClientRequest.post(`${way.base}/v1/${path}`).pipe(
        HttpClientRequest.bodyUrlParams(formOf(fields)), HttpClientRequest.setHeader("idempotency-key", key)
      ),
      { operation, repeat: "keyed" }
    )

  const intent = (call: Call) => Effect.map(way.json(call, Intent), intentOf)
  const session = (call: Call) => Effect.map(way.json(call, Session), sessionOf)
  const sessionNamed = (id: string) => `checkout/sessions/${encodeURIComponent(id)}`
  const refund = (call: Call) => Effect.map(way.json(call, Refund), refundOf)
  const named = (id: string) => `payment_intents/${encodeURIComponent(id)}`

  return {
    name: "stripe",
    simulated: false,
    create: ({ amount, capture, confirm, currency, customer, description, metadata, method }, key) =>
      intent(write("create_payment", "payment_intents", key, {
        amount, currency: currency.toLowerCase(), description, metadata, confirm, customer, payment_method: method,
        capture_method: capture ? "automatic" : "manual",
        /* Methods that lead to another page need an address to return to, which a charge from our side has not. */
        automatic_payment_methods: { enabled: true, allow_redirects: "never" }
      })),
    checkout: ({ amount, currency, description, doneAt, email, leftAt, metadata }, key) =>
      session(write("checkout", "checkout/sessions", key, {
        mode: "payment", customer_email: email, success_url: doneAt, cancel_url: leftAt, metadata, payment_intent_data: { metadata, description },
        line_items: { 0: { quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name: description } } } },
        expand: ["payment_intent"]
      })),
    confirm: (id, { method }, key) => intent(write("confirm_payment", `${named(id)}/confirm`, key, { payment_method: method })),
    capture: (id, { amount }, key) => intent(write("capture_payment", `${named(id)}/capture`, key, { amount_to_capture: amount })),
    cancel: (id, key) =>
      id.startsWith(SESSION)
        ? session(write("cancel_payment", `${sessionNamed(id)}/expire`, key, { expand: ["payment_intent"] }))
        : intent(write("cancel_payment", `${named(id)}/cancel`, key, {})),
    find: (id) =>
      id.startsWith(SESSION)
        ? session(read("find_payment", `${sessionNamed(id)}?expand[]=payment_intent`))
        : intent(read("find_payment", named(id))),
    refund: ({ amount, intent }, key) => refund(write("refund_payment", "refunds", key, { payment_intent: intent, amount })),
    findRefund: (id) => refund(read("find_refund", `refunds/${encodeURIComponent(id)}`)),
    save: Effect.fnUntraced(function*({ customer, token }, key) {
      const owner = customer ?? (yield* way.json(write("save_customer", "customers", `${key}/customer`, {}), Named)).id
      const { card, id } = yield* way.json(write("save_method", `payment_methods/${encodeURIComponent(token)}/attach`, key, { customer: owner }), Method)
      return {
        token: id, customer: owner,
        brand: card?.brand ?? null, last4: card?.last4 ?? null, exp_month: card?.exp_month ?? null, exp_year: card?.exp_year ?? null
      }
    }),
    setup: ({ currency, doneAt, leftAt, reference }, key) =>
      Effect.map(way.json(write("setup", "checkout/sessions", key, {
        mode: "setup", currency: currency.toLowerCase(), client_reference_id: reference, success_url: `${doneAt}?session={CHECKOUT_SESSION_ID}`,
        cancel_url: leftAt, expand: ["setup_intent"]
      }), Setup), setupOf),
    findSetup: (id) => Effect.map(way.json(read("find_setup", `${sessionNamed(id)}?expand[]=setup_intent`), Setup), setupOf),
    forget: (token, key) =>
      Effect.catchIf(
        Effect.asVoid(way.json(write("forget_method", `payment_methods/${encodeURIComponent(token)}/detach`, key, {}), Method)),
        /* It is not attached to anybody, or unknown. */
        (error) => error._tag === "ProviderInvalidRequest", () => Effect.void
      ),
    event: eventOf(webhook_secret)
  }
}
