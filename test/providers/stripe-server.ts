import { createHmac } from "node:crypto"
import { Effect } from "effect"
import { answer, type Answer, type Asked, providerServer } from "./provider-server.ts"

interface Intent {
  readonly id: string
  readonly object: "payment_intent"
  readonly amount: number
  readonly currency: string
  readonly capture_method: string
  amount_received: number
  status: string
  payment_method: string | null
  next_action: unknown
  refunded: number
  /** How often it was charged. */
  charges: number
  readonly metadata: Readonly<Record<string, string>>
  last_payment_error: object | null
}

/** A page of Stripe's on which somebody pays. */
interface Session {
  readonly id: string
  readonly object: "checkout.session"
  readonly amount_total: number
  readonly currency: string
  readonly customer_email: string | null
  readonly success_url: string
  readonly cancel_url: string
  readonly metadata: Readonly<Record<string, string>>
  status: "open" | "complete" | "expired"
  payment_status: "paid" | "unpaid"
  url: string | null
  payment_intent: string | null
}

/** A page of Stripe's on which somebody writes down a card. */
interface Setup {
  readonly id: string
  readonly object: "checkout.session"
  readonly client_reference_id: string | null
  readonly success_url: string
  readonly cancel_url: string
  status: "open" | "complete"
  url: string | null
  setup_intent: { readonly id: string; status: string; payment_method: string | null }
}

const problem = (status: number, type: string, code: string, more: object = {}): Answer =>
  answer(status, { error: { type, code, message: `Stripe says ${code}.`, ...more } })

const declines: Readonly<Record<string, string>> = {
  pm_card_chargeDeclined: "generic_decline", pm_card_chargeDeclinedInsufficientFunds: "insufficient_funds"
}

const metadataIn = (form: URLSearchParams, prefix = "") =>
  Object.fromEntries([...form].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name.startsWith(prefix) ? name.slice(prefix.length).replace(/^\[metadata\]/, "metadata") : "")?.[1]
    return key === undefined ? [] : [[key, value]]
  }))

/** Whether the caller asks for the payment, or the setup, within what it is of. Lists are numbered or not. */
const isExpanded = (fields: URLSearchParams, what = "payment_intent") => ["expand[]", "expand[0]"].some((name) => fields.get(name) === what)

/** Stripe as its reference has it: payment intents and refunds, keys of idempotency, and books of its own. */
export const stripeServer = (secretKey: string) =>
  Effect.suspend(() => {
    const intents = new Map<string, Intent>()
    const sessions = new Map<string, Session>()
    const setups = new Map<string, Setup>()
    const refunds = new Map<string, object>()
    /** The customer that each saved method belongs to. */
    const methods = new Map<string, string | null>()
    const replies = new Map<string, { readonly sent: string; readonly reply: Answer }>()
    let count = 0

    const charge = (intent: Intent): Answer => {
      const decline = declines[intent.payment_method ?? ""]
      if (decline !== undefined) {
        intent.status = "requires_payment_method"
        intent.last_payment_error = { type: "card_error", code: "card_declined", decline_code: decline, message: `Stripe says ${decline}.` }
        return problem(402, "card_error", "card_declined", { decline_code: decline, payment_intent: intent })
      }
      if (intent.payment_method === "pm_card_authenticationRequired") {
        intent.status = "requires_action"
        intent.next_action = { type: "redirect_to_url", redirect_to_url: { url: "https://hooks.stripe.example/3ds" } }
        return answer(200, intent)
      }
      intent.charges++
      intent.status = intent.capture_method === "manual" ? "requires_capture" : "succeeded"
      if (intent.status === "succeeded") intent.amount_received = intent.amount
      return answer(200, intent)
    }

    const create = (form: URLSearchParams): Answer => {
      const amount = Number(form.get("amount"))
      if (!Number.isInteger(amount) || amount < 1) return problem(400, "invalid_request_error", "parameter_invalid_integer")
      const intent: Intent = {
        id: `pi_${++count}`, object: "payment_intent", amount, currency: form.get("currency")!, capture_method: form.get("capture_method")!,
        amount_received: 0, status: "requires_confirmation", payment_method: form.get("payment_method"), next_action: null, refunded: 0,
        charges: 0, metadata: metadataIn(form), last_payment_error: null
      }
      const owner = methods.get(intent.payment_method ?? "")
      if (owner !== undefined && owner !== form.get("customer")) return problem(400, "invalid_request_error", "payment_method_unexpected_state")
      intents.set(intent.id, intent)
      return form.get("confirm") === "true" ? charge(intent) : answer(200, intent)
    }

    const change = (intent: Intent, verb: string, form: URLSearchParams): Answer => {
      const unexpected = problem(400, "invalid_request_error", "payment_intent_unexpected_state")
      if (verb === "confirm") {
        intent.payment_method = form.get("payment_method") ?? intent.payment_method
        return intent.status.startsWith("requires_") && intent.status !== "requires_capture" ? charge(intent) : unexpected
      }
      if (verb === "cancel") {
        if (intent.status === "succeeded") return unexpected
        intent.status = "canceled"
        return answer(200, intent)
      }
      if (intent.status !== "requires_capture") return unexpected
      const amount = Number(form.get("amount_to_capture") ?? intent.amount)
      if (amount > intent.amount) return problem(400, "invalid_request_error", "amount_too_large")
      intent.status = "succeeded"
      intent.amount_received = amount
      return answer(200, intent)
    }

    /** As it is sent where the caller asks for the payment within it. */
    const sent = (session: Session, expanded: boolean): Answer =>
      answer(200, expanded ? { ...session, payment_intent: session.payment_intent === null ? null : intents.get(session.payment_intent) } : session)

    const item = "line_items[0][price_data]"

    const sentSetup = (setup: Setup, expanded: boolean): Answer => answer(200, expanded ? setup : { ...setup, setup_intent: setup.setup_intent.id })

    const setup = (form: URLSearchParams): Answer => {
      if (!/^[a-z]{3}$/.test(form.get("currency") ?? "")) return problem(400, "invalid_request_error", "parameter_missing")
      const id = `cs_test_${++count}`
      const made: Setup = {
        id, object: "checkout.session", client_reference_id: form.get("client_reference_id"), success_url: form.get("success_url")!.replace("{CHECKOUT_SESSION_ID}", id),
        cancel_url: form.get("cancel_url")!, status: "open", url: `https://checkout.stripe.example/c/setup/${id}`,
        setup_intent: { id: `seti_${count}`, status: "requires_payment_method", payment_method: null }
      }
      setups.set(id, made)
      return sentSetup(made, isExpanded(form, "setup_intent"))
    }

    /** Somebody writes down a card on such a page. */
    const writeDownOn = (id: string, payment_method = "pm_card_visa") => {
      const page = setups.get(id)!
      Object.assign(page, { status: "complete", url: null, setup_intent: { ...page.setup_intent, status: "succeeded", payment_method } })
      return page.success_url
    }

    const session = (form: URLSearchParams): Answer => {
      if (form.get("mode") === "setup") return setup(form)
      const amount = Number(form.get(`${item}[unit_amount]`))
      const named = form.get(`${item}[product_data][name]`)
      if (form.get("mode") !== "payment" || !Number.isInteger(amount) || amount < 1 || named === null || form.get("line_items[0][quantity]") !== "1") {
        return problem(400, "invalid_request_error", "parameter_missing")
      }
      const id = `cs_test_${++count}`
      const made: Session = {
        id, object: "checkout.session", amount_total: amount, currency: form.get(`${item}[currency]`)!, customer_email: form.get("customer_email"),
        success_url: new URL(form.get("success_url")!).href, cancel_url: new URL(form.get("cancel_url")!).href, metadata: metadataIn(form, "payment_intent_data"),
        status: "open", payment_status: "unpaid", url: `https://checkout.stripe.example/c/pay/${id}`, payment_intent: null
      }
      sessions.set(id, made)
      return sent(made, isExpanded(form))
    }

    /** Somebody pays on such a page. */
    const payOn = (id: string) => {
      const page = sessions.get(id)!
      const made = create(new URLSearchParams({
        amount: String(page.amount_total), currency: page.currency, capture_method: "automatic", payment_method: "pm_card_visa", confirm: "true",
        ...Object.fromEntries(Object.entries(page.metadata).map(([key, value]) => [`metadata[${key}]`, value]))
      }))
      const { id: payment_intent } = JSON.parse(String(made.body)) as { readonly id: string }
      Object.assign(page, { status: "complete", payment_status: "paid", url: null, payment_intent })
      return payment_intent
    }

    const refund = (form: URLSearchParams): Answer => {
      const intent = intents.get(form.get("payment_intent") ?? "")
      if (intent === undefined) return problem(404, "invalid_request_error", "resource_missing")
      const amount = Number(form.get("amount") ?? intent.amount_received - intent.refunded)
      if (intent.refunded + amount > intent.amount_received) return problem(400, "invalid_request_error", "charge_already_refunded")
      intent.refunded += amount
      const made = { id: `re_${++count}`, object: "refund", status: "succeeded", amount, currency: intent.currency, payment_intent: intent.id }
      refunds.set(made.id, made)
      return answer(200, made)
    }

    const cardOf = (token: string) =>
      ({ brand: token.includes("mastercard") ? "mastercard" : "visa", last4: token.includes("mastercard") ? "4444" : "4242", exp_month: 8, exp_year: 2031 })

    /** Attaching a test token makes a method of its own. */
    const method = (id: string, verb: string, customer: string | null): Answer => {
      if (verb === "detach") {
        if ((methods.get(id) ?? null) === null) return problem(400, "invalid_request_error", "payment_method_unexpected_state")
        methods.set(id, null)
        return answer(200, { id, object: "payment_method", customer: null, card: cardOf(id) })
      }
      if (declines[id] !== undefined) return problem(402, "card_error", "card_declined", { decline_code: declines[id] })
      const made = `${id}_${++count}`
      methods.set(made, customer)
      return answer(200, { id: made, object: "payment_method", customer, card: cardOf(id) })
    }

    const write = ({ body, path }: Asked): Answer => {
      const form = new URLSearchParams(body.toString())
      const [, , kind, id = "", verb = ""] = path.split("/")
      if (kind === "refunds") return refund(form)
      if (kind === "checkout") {
        const [, , , , page = "", verb] = path.split("/")
        if (page === "") return session(form)
        const found = sessions.get(page)
        if (found === undefined) return problem(404, "invalid_request_error", "resource_missing")
        if (verb !== "expire" || found.status !== "open") return problem(400, "invalid_request_error", "checkout_session_unexpected_state")
        Object.assign(found, { status: "expired", url: null })
        return sent(found, isExpanded(form))
      }
      if (kind === "customers") return answer(200, { id: `cus_${++count}`, object: "customer" })
      if (kind === "payment_methods") return method(id, verb, form.get("customer"))
      if (id === "") return create(form)
      const intent = intents.get(id)
      return intent === undefined ? problem(404, "invalid_request_error", "resource_missing") : change(intent, verb, form)
    }

    const keyed = (asked: Asked): Answer => {
      const key = asked.headers["idempotency-key"]
      if (typeof key !== "string") return write(asked)
      const sent = `${asked.path} ${asked.body.toString()}`
      const before = replies.get(key)
      if (before !== undefined) return before.sent === sent ? before.reply : problem(400, "idempotency_error", "idempotency_error")
      const reply = write(asked)
      replies.set(key, { sent, reply })
      return reply
    }

    return Effect.map(providerServer((asked) => {
      if (asked.headers.authorization !== `Bearer ${secretKey}`) return problem(401, "invalid_request_error", "api_key_invalid")
      if (asked.method === "POST") return keyed(asked)
      const [, , kind, id = "", page = ""] = asked.path.split("/")
      if (kind === "checkout" && setups.has(page)) return sentSetup(setups.get(page)!, isExpanded(asked.query, "setup_intent"))
      if (kind === "checkout" && sessions.has(page)) return sent(sessions.get(page)!, isExpanded(asked.query))
      const found = kind === "refunds" ? refunds.get(id) : intents.get(id)
      return found === undefined ? problem(404, "invalid_request_error", "resource_missing") : answer(200, found)
    }), (server) => ({ ...server, intents, methods, refunds, sessions, setups, payOn, writeDownOn }))
  })

/** What Stripe puts into `Stripe-Signature`. `at` is in epoch seconds. */
export const stripeSignature = (secret: string, body: string, at: number) =>
  `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`
