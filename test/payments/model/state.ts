import { assert } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { ProviderTiming } from "#layers/providers/http"
import { stripeServer } from "../../providers/stripe-server.ts"
import { json, type Key, send, STRIPE_KEY, TestServerPaying } from "../../support/test-server.ts"

/** Both modes of a company and one of another, which have books of their own. */
export const books = ["acme", "acmeTest", "bolt"] as const
export type Book = typeof books[number]

export const isLive = (book: Book) => !book.endsWith("Test")

export class Stripe extends Context.Service<Stripe, Effect.Success<ReturnType<typeof stripeServer>>>()("test/payments/model/Stripe") {}

/** Live keys pay at a server that speaks Stripe's protocol, and that is given up on soon. */
export const Paying = Layer.unwrap(Effect.map(stripeServer(STRIPE_KEY), (server) =>
  Layer.merge(
    Layer.succeed(Stripe, server),
    TestServerPaying(server.url).pipe(
      Layer.provide(Layer.succeed(ProviderTiming, { connect: 5_000, attempt: 5_000, longAttempt: 5_000, whole: 10_000, backoff: 10 }))
    )
  )))

/** What records are called, and where they are. */
export const paths = {
  contact: "/crm/contacts", method: "/gateway/payment-methods", order: "/orders", payment: "/gateway/payments", refund: "/gateway/refunds",
  invoice: "/gateway/invoices", link: "/gateway/payment-links", plan: "/gateway/plans", subscription: "/gateway/subscriptions"
} as const
export type Kind = keyof typeof paths

/** A record as an answer had it. */
export type Made = Readonly<Record<string, any>> & { readonly id: number }

/** What the model writes into whatever it makes, which programs make too. */
export const OURS = "model"

/** What must be so of a record for good, as it was acknowledged (`before`) and as it is now. */
const lasting: { readonly [K in Kind]: (before: Made, now: Made) => boolean } = {
  contact: () => true,
  plan: (before, now) => before["amount"] === now["amount"],
  method: (before, now) => before["state"] === "processing" || before["state"] === now["state"],
  order: (before, now) =>
    (before["state"] !== "cancelled" || now["state"] === "cancelled") && now["paid_amount"] >= before["paid_amount"] &&
    now["refunded_amount"] >= before["refunded_amount"] && (before["paid_amount"] === 0 || now["amount"] === before["amount"]),
  payment: (before, now) =>
    now["amount"] === before["amount"] && now["order_id"] === before["order_id"] && now["refunded_amount"] >= before["refunded_amount"] &&
    (!["succeeded", "failed", "canceled"].includes(before["state"]) ||
      (now["state"] === before["state"] && now["captured_amount"] === before["captured_amount"])),
  refund: (before, now) =>
    now["amount"] === before["amount"] && now["payment_id"] === before["payment_id"] && (before["state"] === "processing" || now["state"] === before["state"]),
  invoice: (before, now) =>
    before["number"] === null || (
      ["number", "amount", "tax", "issued_on", "due_on", "order_id"].every((name) => now[name] === before[name]) &&
      JSON.stringify(now["lines"]) === JSON.stringify(before["lines"]) &&
      ["paid_amount", "credited_amount", "refunded_amount"].every((name) => now[name] >= before[name]) &&
      (!["paid", "void"].includes(before["state"]) || now["state"] === before["state"])),
  link: (before, now) => (before["active"] || !now["active"]) && now["paid_count"] >= before["paid_count"],
  subscription: (before, now) => (before["state"] !== "canceled" || now["state"] === "canceled") && now["period"] >= before["period"]
}

/** What moves on by itself, without a new version of the record. */
const moving: ReadonlySet<string> = new Set(["pending_amount", "latest_invoice_id", "url"])
const fixed = (made: Made) =>
  Object.fromEntries(Object.entries(made).filter(([name]) => !moving.has(name)).map(([name, value]) => [name, value === "overdue" ? "open" : value]))

/** What is known of the records that were acknowledged, of which nothing may be lost. */
export const makeWorld = (seed: number) => {
  const known = new Map<string, Map<number, Made>>()
  const touched = new Map<string, { readonly book: Book; readonly kind: Kind; readonly id: number }>()
  /** By operation: how many were done, and how many refused. */
  const counts = new Map<string, [done: number, refused: number]>()
  const notes: Array<{ readonly book: Book; readonly note: Made }> = []
  let turn = 0

  const of = (book: Book, kind: Kind) => {
    const name = `${book} ${kind}`
    const found = known.get(name)
    if (found !== undefined) return found
    const made = new Map<number, Made>()
    known.set(name, made)
    return made
  }

  /** An answer about a record: the newest is kept, and no answer may say otherwise than another of the same version. */
  const keep = (book: Book, kind: Kind, made: Made, about: string) => {
    const before = of(book, kind).get(made.id)
    touched.set(`${kind} ${made.id}`, { book, kind, id: made.id })
    if (before !== undefined && before["version"] === made["version"]) {
      assert.deepStrictEqual(fixed(made), fixed(before), `seed ${seed}: two answers of one version: ${about}`)
    }
    const [older, newer] = before === undefined || before["version"] <= made["version"] ? [before ?? made, made] : [made, before]
    assert.isTrue(lasting[kind](older, newer), `seed ${seed}: ${about}: ${JSON.stringify(older)} became ${JSON.stringify(newer)}`)
    of(book, kind).set(made.id, newer)
    return made
  }

  /**
   * A request. `refused`: it must be refused. Otherwise it may be, as others do things at once; but with one clear error, and never by a failure
   * of the service.
   */
  const ask = Effect.fnUntraced(function*(
    book: Key, method: string, path: string, body: object | undefined, expected: "any" | "refused" = "any", headers: Record<string, string> = {}
  ) {
    const answer = yield* send(path, { key: book, method, headers, ...body !== undefined && json(body) })
    const about = `seed ${seed}: ${book} ${method} ${path} ${JSON.stringify(body)} got ${answer.status} ${answer.text.slice(0, 1_000)}`
    const name = `${method} ${path.replace(/\d+/g, "n")}`
    const count = counts.get(name) ?? [0, 0]
    count[answer.status < 300 ? 0 : 1]++
    counts.set(name, count)
    if (answer.status < 300) {
      assert.strictEqual(expected, "any", about)
      return { about, made: answer.json as Made }
    }
    assert.include([404, 409, 422], answer.status, about)
    assert.isTrue(typeof answer.json.code === "string" && answer.json.message.length > 0, about)
    return { about, made: undefined }
  })

  /** Does something to or makes a record, and keeps what is said of it. */
  const act = Effect.fnUntraced(function*(book: Book, kind: Kind, path: string, body: object, { method = "POST", twice = false } = {}) {
    const headers: Record<string, string> = twice ? { "idempotency-key": `${seed}-${turn++}` } : {}
    const asked = ask(book, method, path, body, "any", headers)
    const answers = twice ? yield* Effect.all([asked, asked], { concurrency: 2 }) : [yield* asked]
    if (twice) assert.strictEqual(answers[1]!.made?.id, answers[0]!.made?.id, `once for each key: ${answers[0]!.about}`)
    for (const { about, made } of answers) if (made !== undefined) keep(book, kind, made, about)
    return answers.at(-1)!.made
  })

  return {
    seed, of, keep, touched, counts, ask, act, notes,
    /** What Stripe tells of: disputes, and refunds that were made there. */
    disputes: { count: 0, open: new Map<Book, Array<object>>() },
    elsewhere: new Set<number>(),
    credited: (book: Book, note: Made) => void notes.push({ book, note })
  }
}
export type World = ReturnType<typeof makeWorld>
