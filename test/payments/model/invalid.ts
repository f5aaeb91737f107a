import { Effect } from "effect"
import type { Turn } from "./operations.ts"
import { type Book, books, type Kind, type Made, paths } from "./state.ts"

type Request = readonly [path: string, body: object]

/** What is no amount of money. */
const amounts = [0, -1, -125_000, 1.5, 1e15, 9_007_199_254_740_992, "12", null, true, [5]]
const notCurrencies = ["XYZ", "usd", "", 840, null]

const elsewhere = (book: Book, how: number): Book => books.filter((other) => other !== book)[how % 3]!

/** Requests that must be refused whatever others do, as functions of a record of each kind: one of the caller's own, or of another company or mode. */
const refused: Readonly<Record<string, (turn: Turn) => Request | undefined>> = (() => {
  const amount = ({ how }: Turn) => amounts[how % amounts.length]
  const line = (turn: Turn) => ({ description: "Item", unit_amount: turn.how % 10 === 0 ? -1 : amount(turn) === 0 ? -1 : amount(turn) })
  const contact = ({ some }: Turn) => ({ contact_id: some("contact")!.id })
  const own = (kind: Kind, made: (record: Made, turn: Turn) => Request) => (turn: Turn) => {
    const record = turn.some(kind)
    return record === undefined ? undefined : made(record, turn)
  }
  const foreign = (kind: Kind, made: (id: number, turn: Turn) => Request) => (turn: Turn) => {
    const others = turn.world.of(elsewhere(turn.book, turn.how), kind)
    const id = turn.how % 5 === 0 ? 999_999_999 : [...others.keys()][turn.pick % (others.size || 1)]
    return id === undefined ? undefined : made(id, turn)
  }
  const verbs = (kind: Kind, whats: ReadonlyArray<string>) =>
    foreign(kind, (id, { how }) => [`${paths[kind]}/${id}/${whats[how % whats.length]}`, {}])
  const card = { payment_method: "pm_card_visa" }
  return {
    "an order over no amount": (turn) => ["/orders/", { ...contact(turn), amount: amount(turn) }],
    "an order in no currency": (turn) => ["/orders/", { ...contact(turn), amount: 5, currency: notCurrencies[turn.how % notCurrencies.length] }],
    "an order over an amount and lines": (turn) => ["/orders/", { ...contact(turn), amount: 5, lines: [{ description: "Item", unit_amount: 5 }] }],
    "an order with a line of no price": (turn) => ["/orders/", { ...contact(turn), lines: [line(turn)] }],
    "an order that its discount exceeds": (turn) => ["/orders/", { ...contact(turn), lines: [{ description: "Item", unit_amount: 5 }], discount: 6 }],
    "an order of nobody": () => ["/orders/", { contact_id: 999_999_999, amount: 5 }],
    "an invoice with a line of no price": (turn) => [paths.invoice, { ...contact(turn), lines: [line(turn)] }],
    "an invoice of nothing": (turn) => [paths.invoice, contact(turn)],
    "an invoice of another's order": foreign("order", (order_id) => [paths.invoice, { order_id }]),
    "a payment of no amount": (turn) => [paths.payment, { ...contact(turn), ...card, amount: amount(turn) }],
    "a payment without a card": (turn) => [paths.payment, { ...contact(turn), amount: 5 }],
    "a payment by the number of a card": (turn) => [paths.payment, { ...contact(turn), amount: 5, payment_method: "4242 4242 4242 4242" }],
    "a payment that tells the number of a card": (turn) => [paths.payment, { ...contact(turn), ...card, amount: 5, description: "4242-4242-4242-4242" }],
    "a payment of nobody": () => [paths.payment, { ...card, amount: 5 }],
    "a payment of another's order": foreign("order", (order_id) => [paths.payment, { order_id, ...card }]),
    "a payment of another's invoice": foreign("invoice", (invoice_id) => [paths.payment, { invoice_id, ...card }]),
    "a payment by another's card": foreign("method", (payment_method_id, turn) => [paths.payment, { ...contact(turn), amount: 5, payment_method_id }]),
    "a payment in another currency": own("order", ({ currency, id }) => [paths.payment, { order_id: id, ...card, currency: currency === "CHF" ? "USD" : "CHF" }]),
    "a payment of more than an order": own("order", (one) => [paths.payment, { order_id: one.id, ...card, amount: 900_000_000_000 }]),
    "a payment of an order and an invoice": own("order", ({ id }, { some }) => [paths.payment, { order_id: id, invoice_id: some("invoice")?.id ?? 1, ...card }]),
    "a capture of no amount": own("payment", ({ id }, turn) => [`${paths.payment}/${id}/capture`, { amount: amount(turn) }]),
    "a capture of too much": own("payment", ({ amount, id }) => [`${paths.payment}/${id}/capture`, { amount: amount + 1 }]),
    "a capture of another's payment": verbs("payment", ["capture"]),
    "a refund of no amount": own("payment", ({ id }, turn) => [`${paths.payment}/${id}/refunds`, { amount: amount(turn) }]),
    "a refund of too much": own("payment", ({ amount, id }) => [`${paths.payment}/${id}/refunds`, { amount: amount + 1 }]),
    "a refund of another's payment": verbs("payment", ["refunds"]),
    "what is done to another's order": verbs("order", ["cancel"]),
    "what is done to another's invoice": verbs("invoice", ["finalize", "void", "credit-notes"]),
    "cash for another's invoice": foreign("invoice", (id) => [`${paths.invoice}/${id}/payments`, { method: "cash" }]),
    "cash of no amount": own("invoice", ({ id }, turn) => [`${paths.invoice}/${id}/payments`, { method: "cash", amount: amount(turn) }]),
    "too much cash": own("invoice", ({ amount, id }) => [`${paths.invoice}/${id}/payments`, { method: "cash", amount: amount + 1 }]),
    "a card as cash": own("invoice", ({ id }) => [`${paths.invoice}/${id}/payments`, { method: "card" }]),
    "a credit of no amount": own("invoice", ({ id }, turn) => [`${paths.invoice}/${id}/credit-notes`, { amount: amount(turn) }]),
    "too much credit": own("invoice", ({ amount, id }) => [`${paths.invoice}/${id}/credit-notes`, { amount: amount * 2 + 40_000_000 }]),
    "a link of no amount": (turn) => [paths.link, { description: "Deposit", amount: amount(turn) }],
    "a link to another's order": foreign("order", (order_id) => [paths.link, { order_id }]),
    "what is done to another's link": verbs("link", ["deactivate"]),
    "a plan of no amount": (turn) => [paths.plan, { name: "Plan", interval: "month", amount: amount(turn) }],
    "a subscription to another's plan": foreign("plan", (plan_id, turn) => [paths.subscription, { ...contact(turn), plan_id }]),
    "a subscription to nothing of it": own("plan", ({ id }, turn) => [paths.subscription, { ...contact(turn), plan_id: id, quantity: turn.how % 2 === 0 ? 0 : 1.5 }]),
    "what is done to another's subscription": verbs("subscription", ["change", "preview", "pause", "resume", "cancel"]),
    "a card saved for nobody": () => [paths.method, { contact_id: 999_999_999, ...card }]
  }
})()

/** What there is in the steps for it. */
export const INVALID = "do what is refused"

const names = Object.keys(refused)

/** Something that must be refused with one clear error. */
export const invalid = Effect.fnUntraced(function*(turn: Turn) {
  const request = refused[names[turn.pick % names.length]!]!(turn)
  if (request !== undefined) yield* turn.world.ask(turn.book, "POST", request[0], request[1], "refused")
})
