import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { eventually } from "../../support/eventually.ts"
import { OwnerSql } from "../../support/database.ts"
import { ready } from "../../support/test-clock.ts"
import { json, send } from "../../support/test-server.ts"
import { held, read } from "../paying.ts"
import { moneyIsRight } from "./checks.ts"
import { INVALID, invalid } from "./invalid.ts"
import { doing, drawn, type Step, type Turn } from "./operations.ts"
import { allRefundsTold } from "./provider.ts"
import { type Book, books, isLive, type Kind, type Made, makeWorld, OURS, paths, type World } from "./state.ts"

const CALLERS = 8
const CONTACTS = 12

const rates = [
  { name: "VAT 20 %", country: "GB", percentage: 20 }, { name: "Books 5 %", country: "GB", category: "books", percentage: 5, inclusive: true },
  { name: "Sales tax", country: "US", region: "NY", percentage: 8.875 }
]

/** What everybody begins with. */
const begun = Effect.fnUntraced(function*(world: World) {
  for (const key of ["acme", "bolt"] as const) assert.strictEqual((yield* send("/gateway/tax-rates", { key, method: "PUT", ...json({ rates }) })).status, 200)
  for (const book of books) {
    for (let n = 0; n < CONTACTS; n++) yield* world.act(book, "contact", paths.contact, { first_name: "Model" })
    for (const amount of [999, 2_000]) {
      yield* world.act(book, "plan", paths.plan, { name: "Plan", amount, interval: "month", retry_days: [1, 3], after_retries: "pause" })
    }
  }
})

const turnOf = (world: World, step: Step): Turn => ({
  ...step, world,
  some: (kind, is = () => true) => {
    const all = [...world.of(step.book, kind).values()].filter(is)
    const some = step.pick % 5 === 0 ? all : all.slice(-30)
    return some[(step.pick >> 3) % (some.length || 1)]
  }
})

const done = Effect.fnUntraced(function*(world: World, step: Step) {
  const turn = turnOf(world, step)
  yield* step.what === INVALID ? invalid(turn) : doing(turn)
})

/** Waits until nothing is under way any more, but for what waits for a customer, a bank or a day. A look at the provider that failed waits to be tried again. */
const quiet = (withinMs: number) => Effect.gen(function*() {
  const sql = yield* OwnerSql
  yield* ready("acmeTest")
  yield* eventually(Effect.orDie(sql<object>`
    select 'payment' as what, id, token as about from payments where state = 'processing'
    union all select 'refund', id, reason from refunds where state = 'processing'
    union all select 'method', id, token from payment_methods where state = 'processing'
    union all select workflow, id, status || (select coalesce(jsonb_agg(jsonb_build_array(m.message_id, m.processed, m.last_read)), '[]')::text
      from engine.cluster_messages m where m.entity_id = company_id || '.' || workflow_runs.id) from workflow_runs where finished_at is null
      and (status <> 'waiting' or workflow in ('payments.look', 'payments.capture', 'payments.cancel'))`), (rows) => rows.length === 0, withinMs)
})

/** What a record is now is what was said of it, or what may have become of that. */
const compared = (world: World, book: Book, kind: Kind, now: Made) => world.keep(book, kind, now, "read later")

const reread = Effect.fnUntraced(function*(world: World) {
  /* No operation reads one saved card. */
  const touched = [...world.touched.values()].filter(({ kind }) => kind !== "method")
  world.touched.clear()
  yield* Effect.forEach(touched, ({ book, id, kind }) => Effect.gen(function*() {
    const { json: now, status, text } = yield* send(`${paths[kind]}/${id}`, { key: book })
    assert.strictEqual(status, 200, `${kind} ${id}: ${text}`)
    compared(world, book, kind, now)
  }), { concurrency: CALLERS, discard: true })
  world.touched.clear()
})

const checkpoint = Effect.fnUntraced(function*(world: World, seed: number, count: number) {
  const about = `seed ${seed}, after ${count} operations`
  yield* quiet(180_000)
  yield* allRefundsTold(world.elsewhere)
  yield* quiet(60_000)
  world.elsewhere.clear()
  const balances = yield* Effect.forEach(books, (book) => held(book))
  for (const step of drawn(seed + count, 25)) yield* invalid(turnOf(world, step))
  assert.deepStrictEqual(yield* Effect.forEach(books, (book) => held(book)), balances, `${about}: what is refused moves nothing`)
  yield* moneyIsRight(about)
  yield* reread(world)
})

/** All of a list, page by page. */
const all = Effect.fnUntraced(function*(book: Book, path: string) {
  const items: Array<Made> = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: any = yield* read(`${path}?limit=200${cursor === "" ? "" : `&cursor=${cursor}`}`, book)
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
})

const words: Partial<Record<Kind, string>> = { order: "reference", payment: "description", refund: "reason", invoice: "reference" }

/** Nothing that was acknowledged is lost, and what was refused or never asked for is not there. */
const complete = Effect.fnUntraced(function*(world: World) {
  for (const book of books) {
    for (const kind of ["order", "payment", "refund", "invoice", "link", "plan", "subscription"] as const) {
      const known = world.of(book, kind)
      const path = kind === "order" ? "/orders/" : paths[kind]
      const listed = yield* all(book, path)
      const word = words[kind]
      const ours = word === undefined ? listed : listed.filter((one) => one[word] === OURS)
      assert.deepStrictEqual(ours.map(({ id }) => id).toSorted((a, b) => a - b), [...known.keys()].toSorted((a, b) => a - b), `${book}: each ${kind}, once`)
      for (const one of ours) compared(world, book, kind, one)
      assert.isTrue(listed.every(({ livemode }) => livemode === isLive(book)), `${book}: ${kind}s of one mode`)
    }
    const refunds = Map.groupBy(yield* all(book, paths.refund), (refund) => refund["payment_id"] as number)
    for (const payment of yield* all(book, paths.payment)) {
      const given = (refunds.get(payment.id) ?? []).filter(({ state }) => state === "succeeded")
      assert.strictEqual(given.reduce((sum, { amount }) => sum + amount, 0), payment["refunded_amount"], `${book}: refunds of payment ${payment.id}`)
    }
  }
  const sums = Map.groupBy(world.notes, ({ book, note }) => `${book} ${note["invoice_id"]}`)
  for (const notes of sums.values()) {
    const [{ book, note }] = notes as [typeof notes[number]]
    const { credited_amount } = yield* read(`${paths.invoice}/${note["invoice_id"]}`, book)
    assert.strictEqual(notes.reduce((sum, { note }) => sum + note["amount"], 0), credited_amount, `${book}: credit notes of invoice ${note["invoice_id"]}`)
  }
})

/** So many operations, of several callers at once of two companies, with checkpoints between. */
export const model = Effect.fnUntraced(function*({ count, every, seed }: { readonly count: number; readonly every: number; readonly seed: number }) {
  const world = makeWorld(seed)
  yield* begun(world)
  const steps = drawn(seed, count, { [INVALID]: 14 })
  for (let from = 0; from < count; from += every) {
    const queue = steps.slice(from, from + every)
    yield* Effect.forEach(queue, (step) => done(world, step), { concurrency: CALLERS, discard: true })
    if (process.env["MODEL_LOG"]) console.log(`${new Date().toISOString()} ${from + queue.length} done`)
    yield* checkpoint(world, seed, from + queue.length)
    if (process.env["MODEL_LOG"]) console.log(`${new Date().toISOString()} ${from + queue.length} checked`)
  }
  yield* complete(world)
  return world
})
