import { assert } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { disputed, heard, paidByLink, refundedElsewhere } from "./provider.ts"
import { type Book, books, isLive, type Kind, type Made, OURS, paths, type World } from "./state.ts"

/** One operation as it was drawn. */
export interface Step {
  readonly what: string
  readonly book: Book
  readonly pick: number
  readonly how: number
  readonly amount: number
}

/** A step with what it is done to. */
export interface Turn extends Step {
  readonly world: World
  /** A record that there is, mostly one of the newest. */
  readonly some: (kind: Kind, is?: (made: Made) => boolean) => Made | undefined
}

const currencies = ["USD", "USD", "EUR", "JPY", "KWD"] as const
const declined = ["pm_card_chargeDeclined", "pm_card_chargeDeclinedInsufficientFunds"] as const
/** Most cards are good. Those of the simulator alone fail as networks and banks do. */
const cards = [...Array.from({ length: 12 }, () => "pm_card_visa"), "pm_card_mastercard", ...declined, "pm_card_authenticationRequired", "pm_card_authenticationRequired"]
const testCards = [
  ...cards, "pm_card_chargeDeclinedExpiredCard", "pm_card_chargeDeclinedFraudulent", "pm_simulated_outcome_unknown", "pm_simulated_unavailable",
  "pm_simulated_declined", "pm_simulated_invalid", "pm_simulated_unauthorized"
]
const oneOf = <A>(values: ReadonlyArray<A>, n: number): A => values[n % values.length]!
const cardOf = ({ book, how }: Turn) => how % 997 === 0 && !isLive(book) ? "pm_simulated_slow" : oneOf(isLive(book) ? cards : testCards, how >> 4)

const linesOf = ({ amount, how }: Turn) =>
  Array.from({ length: 1 + how % 3 }, (_, n) => ({
    description: `Item ${n}`, quantity: 1 + (how >> n) % 4, unit_amount: 1 + (amount * (n + 3)) % 40_000, discount: how % 4 === 0 ? 1 : 0,
    tax_category: oneOf(["standard", "books", "none"], (how >> 3) + n)
  }))
const place = ({ how }: Turn) => oneOf([{ tax_country: "GB" }, { tax_country: "US", tax_region: "NY" }, {}], how >> 5)
const costs = (turn: Turn) =>
  turn.how % 2 === 0 ? { lines: linesOf(turn), ...place(turn), ...turn.how % 5 === 0 && { discount: 1 + turn.how % 3 } } : { amount: turn.amount }

/** Pays for something with a card, or with a method that the contact has saved. */
const pay = (turn: Turn, given: object, contact_id: number | null) => {
  const { book, how, some, world } = turn
  const method = how % 4 === 0 ? some("method", (one) => one["state"] === "active" && one["contact_id"] === contact_id) : undefined
  const by = method === undefined ? { payment_method: cardOf(turn) } : { payment_method_id: method.id }
  return world.act(book, "payment", paths.payment, { ...by, capture: how % 3 > 0, description: OURS, ...given }, { twice: how % 8 === 0 })
}

const on = (kind: Kind, what: string, body: (turn: Turn, record: Made) => object = () => ({}), is?: (made: Made) => boolean) => (turn: Turn) => {
  const record = turn.some(kind, is)
  return record === undefined ? Effect.void : turn.world.act(turn.book, kind, `${paths[kind]}/${record.id}/${what}`, body(turn, record))
}

/** A part of an amount, all of it, or too much. */
const part = ({ amount, how }: Turn, whole: number) =>
  oneOf([{}, { amount: Math.max(1, whole >> 1) }, { amount: 1 + amount % Math.max(1, whole) }, { amount: 1 + whole }], how >> 2)

const isOpen = (made: Made) => made["state"] === "open" || made["state"] === "draft"

/** How many subscriptions a company has at most: each period of each is work. */
const MOST_SUBSCRIPTIONS = 25

const subscribe = (turn: Turn) => {
  const { book, how, some, world } = turn
  const [contact, plan] = [some("contact"), some("plan")]
  if (contact === undefined || plan === undefined) return Effect.void
  const running = [...world.of(book, "subscription").values()].filter(({ state }) => state !== "canceled").length
  if (running > MOST_SUBSCRIPTIONS) return on("subscription", "cancel", () => ({ at: "now" }))(turn)
  const method = some("method", (one) => one["state"] === "active")
  const whose = method === undefined || how % 3 === 0 ? { contact_id: contact.id } : { contact_id: method["contact_id"], payment_method_id: method.id }
  return world.act(book, "subscription", paths.subscription, { plan_id: plan.id, ...whose, quantity: 1 + how % 5, ...how % 4 === 0 && { trial_days: how % 9 } })
}

const operations: Readonly<Record<string, readonly [weight: number, (turn: Turn) => Effect.Effect<unknown, never, any>]>> = {
  "save a card": [3, (turn) => {
    const contact = turn.some("contact")!
    const payment_method = turn.how % 9 === 0 ? "pm_card_chargeCustomerFail" : cardOf(turn)
    return turn.world.act(turn.book, "method", paths.method, { contact_id: contact.id, payment_method })
  }],
  "place an order": [10, (turn) => turn.world.act(turn.book, "order", "/orders/", {
    contact_id: turn.some("contact")!.id, currency: oneOf(currencies, turn.how), reference: OURS, ...costs(turn)
  }, { twice: turn.how % 16 === 0 })],
  "change an order": [2, (turn) => {
    const order = turn.some("order", isOpen)
    return order === undefined ? Effect.void : turn.world.act(turn.book, "order", `/orders/${order.id}`, costs(turn), { method: "PATCH" })
  }],
  "cancel an order": [2, on("order", "cancel")],
  "pay an order": [11, (turn) => {
    const order = turn.some("order", isOpen)
    return order === undefined ? Effect.void : pay(turn, { order_id: order.id, ...part(turn, order["amount"]) }, order["contact_id"])
  }],
  "pay an amount": [8, (turn) => {
    const contact_id = turn.some("contact")!.id
    return pay(turn, { contact_id, amount: turn.amount, currency: oneOf(currencies, turn.how) }, contact_id)
  }],
  "pay an invoice": [8, (turn) => {
    const invoice = turn.some("invoice", isOpen)
    return invoice === undefined ? Effect.void : pay(turn, { invoice_id: invoice.id, ...part(turn, invoice["amount"]) }, invoice["contact_id"])
  }],
  "capture": [7, on("payment", "capture", (turn, { amount }) => part(turn, amount), ({ state }) => state === "authorized")],
  "capture anything": [1, on("payment", "capture")],
  "refund": [8, (turn) => {
    const payment = turn.some("payment", ({ state }) => state === "succeeded")
    return payment === undefined ? Effect.void : turn.world.act(turn.book, "refund", `${paths.payment}/${payment.id}/refunds`,
      { ...part(turn, payment["captured_amount"]), reason: OURS }, { twice: turn.how % 8 === 0 })
  }],
  "draft an invoice": [6, (turn) => turn.world.act(turn.book, "invoice", paths.invoice, {
    contact_id: turn.some("contact")!.id, currency: oneOf(currencies, turn.how), lines: linesOf(turn), ...place(turn), reference: OURS
  })],
  "bill an order": [5, (turn) => {
    const order = turn.some("order")
    return order === undefined ? Effect.void : turn.world.act(turn.book, "invoice", paths.invoice, { order_id: order.id, reference: OURS })
  }],
  "change an invoice": [2, (turn) => {
    const invoice = turn.some("invoice", isOpen)
    return invoice === undefined ? Effect.void
      : turn.world.act(turn.book, "invoice", `${paths.invoice}/${invoice.id}`, { lines: linesOf(turn), discount: turn.how % 3 }, { method: "PATCH" })
  }],
  "finalize": [10, on("invoice", "finalize", () => ({}), ({ state }) => state === "draft")],
  "void": [4, on("invoice", "void", () => ({}), isOpen)],
  "take cash for an invoice": [4, on("invoice", "payments", (turn, { amount }) => ({ method: "cash", ...part(turn, amount) }), isOpen)],
  "credit": [5, (turn) => {
    const { amount, book, how, some, world } = turn
    const invoice = some("invoice", ({ state }) => how % 3 === 0 ? state !== "draft" : state === "open" || state === "paid")
    if (invoice === undefined) return Effect.void
    const asked = world.ask(book, "POST", `${paths.invoice}/${invoice.id}/credit-notes`, { ...part({ ...turn, amount }, invoice["amount"]), reason: OURS })
    return Effect.tap(asked, ({ made }) => Effect.sync(() => void (made !== undefined && world.credited(book, made))))
  }],
  "make a link": [2, (turn) => {
    const order = turn.how % 2 === 0 ? turn.some("order", isOpen) : undefined
    const what = order === undefined ? { amount: turn.amount, currency: oneOf(currencies, turn.how), description: "By a link" } : { order_id: order.id }
    return turn.world.act(turn.book, "link", paths.link, { ...what, single_use: turn.how % 3 === 0 })
  }],
  "pay by a link": [3, (turn) => paidByLink(turn, oneOf(cards, turn.how >> 4))],
  "deactivate a link": [0.5, on("link", "deactivate")],
  "make a plan": [0.5, (turn) => turn.world.act(turn.book, "plan", paths.plan, {
    name: "Plan", amount: turn.amount, interval: oneOf(["month", "week", "month", "year"], turn.how), currency: oneOf(["USD", "EUR"], turn.how >> 2),
    retry_days: [1, 3], after_retries: oneOf(["cancel", "pause", "leave_unpaid"], turn.how >> 3)
  })],
  "subscribe": [2, subscribe],
  "change a subscription": [3, on("subscription", "change", ({ how, some }) => ({ quantity: 1 + how % 9, ...how % 2 === 0 && { plan_id: some("plan")!.id } }))],
  "preview a change": [1, (turn) => {
    const one = turn.some("subscription")
    return one === undefined ? Effect.void : turn.world.ask(turn.book, "POST", `${paths.subscription}/${one.id}/preview`, { quantity: 1 + turn.how % 9 })
  }],
  "pause": [1, on("subscription", "pause")],
  "resume": [2, on("subscription", "resume")],
  "end a subscription": [1, on("subscription", "cancel", ({ how }) => ({ at: how % 2 === 0 ? "now" : "period_end" }))],
  "move the test clock": [0.3, ({ book, how, world }) =>
    isLive(book) ? Effect.void : world.ask(book, "POST", "/workflows/test-clock", { to: oneOf(["PT1H", "P1D", "P5D", "P11D"], how) })],
  "hear of a payment": [3, heard],
  "hear of a dispute": [2, disputed],
  "hear of a refund": [1, refundedElsewhere],
  "read the balance": [2, ({ book, world }) => Effect.map(world.ask(book, "GET", "/gateway/balance", undefined), ({ about, made }) => {
    for (const accounts of Map.groupBy<string, any>(made!["accounts"], ({ currency }) => currency).values()) {
      const sums = accounts.reduce(([p, q], { pending, posted }) => [p + posted, q + pending], [0, 0])
      assert.deepStrictEqual(sums, [0, 0], about)
    }
  })]
}

export const names = Object.keys(operations)
export const doing = (turn: Turn) => operations[turn.what]![1](turn)

/** So many steps, as a seed gives them; `others` are steps that something else does, so many in a thousand. */
export const drawn = (seed: number, count: number, others: Readonly<Record<string, number>> = {}): ReadonlyArray<Step> => {
  const weights = [...Object.entries(operations).map(([name, [weight]]) => [name, weight] as const), ...Object.entries(others)]
  return fc.sample(fc.record({
    what: fc.oneof(...weights.map(([name, weight]) => ({ arbitrary: fc.constant(name), weight: Math.round(weight * 10) }))),
    book: fc.constantFrom(...books),
    pick: fc.nat(),
    how: fc.nat(),
    amount: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3_000_000 }))
  }), { seed, numRuns: count })
}
