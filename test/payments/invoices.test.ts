import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf, someone } from "../crm/records.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, json, type Key, send, TestServer } from "../support/test-server.ts"

const lines = [{ description: "Manual", unit_amount: 1_000, quantity: 3 }]

const post = (path: string, key: Key, body: object = {}) => send(path, { key, method: "POST", ...json(body) })

const draft = Effect.fnUntraced(function*(key: Key, given: object = { lines }) {
  const { id: contact_id } = yield* someone(key)
  const made = yield* post("/gateway/invoices", key, { contact_id, ...given })
  assert.strictEqual(made.status, 201, made.text)
  return made.json
})

const finalize = (key: Key, id: number) => post(`/gateway/invoices/${id}/finalize`, key)
const change = (key: Key, id: number, body: object) => send(`/gateway/invoices/${id}`, { key, method: "PATCH", ...json(body) })
const balanceOf = Effect.fnUntraced(function*(key: Key) {
  const { json: { accounts } } = yield* send("/gateway/balance", { key })
  return Object.fromEntries(accounts.map(({ account, posted }: { account: string; posted: number }) => [account, posted])) as Record<string, number>
})

layer(TestServer, { excludeTestServices: true })("invoices", (it) => {
  it.effect("are drafted, changed, finalized with a number, and then stay as they are", () =>
    Effect.gen(function*() {
      yield* send("/gateway/tax-rates", { key: "acme", method: "PUT", ...json({ rates: [{ name: "VAT 20 %", country: "GB", percentage: 20 }] }) })
      const made = yield* draft("acme", { lines, tax_country: "GB" })
      assert.deepInclude(made, { state: "draft", number: null, amount: 3_600, tax: 600, currency: "USD", issued_on: null, paid_amount: 0, livemode: true })
      const changed = yield* change("acme", made.id, { discount: 500, due_on: "2030-01-31" })
      assert.deepInclude(changed.json, { amount: 3_000, discount: 500, tax: 500, due_on: "2030-01-31", version: 2 })

      const sent = yield* finalize("acme", made.id)
      assert.strictEqual(sent.status, 200, sent.text)
      assert.deepInclude(sent.json, { state: "open", number: "INV-000001", amount: 3_000, due_on: "2030-01-31" })
      assert.match(sent.json.issued_on, /^\d{4}-\d\d-\d\d$/)
      assert.deepInclude(yield* balanceOf("acme"), { receivable: 3_000, revenue: -2_500, tax_payable: -500 })
      assert.deepStrictEqual((yield* eventsOf("acme", "invoice", made.id)).map(({ kind }) => kind), ["invoice.finalized"])
      const timeline = yield* send(`/crm/contacts/${made.contact_id}/timeline`, { key: "acme" })
      assert.deepInclude(timeline.json.items[0], { kind: "invoice_finalized", title: "INV-000001", object: "invoice", object_id: made.id })

      assert.deepStrictEqual((yield* finalize("acme", made.id)).json, sent.json, "once")
      const late = yield* change("acme", made.id, { notes: "Thanks" })
      assert.deepStrictEqual([late.status, late.json.code], [409, "conflict"])
      const sql = yield* OwnerSql
      const refused = yield* Effect.flip(sql`update invoices set amount = 1 where company_id = ${companyIds.acme} and id = ${made.id}`)
      assert.strictEqual(refused.reason._tag, "ConstraintError")
    }))

  it.effect("are voided while nothing was paid, which the books show", () =>
    Effect.gen(function*() {
      const made = yield* draft("bolt")
      assert.strictEqual((yield* post(`/gateway/invoices/${made.id}/void`, "bolt")).status, 409, "a draft")
      const { json: { number } } = yield* finalize("bolt", made.id)
      const before = yield* balanceOf("bolt")
      const done = yield* post(`/gateway/invoices/${made.id}/void`, "bolt")
      assert.deepInclude(done.json, { state: "void", number })
      const after = yield* balanceOf("bolt")
      assert.deepStrictEqual([before["receivable"]! - after["receivable"]!, after["revenue"]! - before["revenue"]!], [3_000, 3_000])
      assert.deepStrictEqual((yield* post(`/gateway/invoices/${made.id}/void`, "bolt")).json, done.json, "once")
      assert.strictEqual((yield* finalize("bolt", made.id)).status, 409)
      assert.deepStrictEqual((yield* eventsOf("bolt", "invoice", made.id)).map(({ kind }) => kind), ["invoice.finalized", "invoice.voided"])
    }))

  it.effect("are overdue once their day is past, and listed as such", () =>
    Effect.gen(function*() {
      const late = yield* draft("starter", { lines, due_on: "2020-01-31" })
      const open = yield* draft("starter")
      for (const { id } of [late, open]) yield* finalize("starter", id)
      const stateOf = (state: string) => Effect.map(send(`/gateway/invoices?state=${state}`, { key: "starter" }), ({ json }) =>
        json.items.map(({ id }: { id: number }) => id))
      assert.deepStrictEqual([yield* stateOf("overdue"), yield* stateOf("open"), yield* stateOf("draft")], [[late.id], [open.id], []])
      assert.strictEqual((yield* send(`/gateway/invoices/${late.id}`, { key: "starter" })).json.state, "overdue")
    }))

  it.effect("are paid in part and whole, never more than is left, and then no longer voided", () =>
    Effect.gen(function*() {
      const made = yield* draft("acmeTest")
      const pay = (body: object, headers: Record<string, string> = {}) =>
        send(`/gateway/invoices/${made.id}/payments`, { key: "acmeTest", method: "POST", headers, ...json(body) })
      assert.strictEqual((yield* pay({ method: "cash" })).status, 409, "a draft")
      yield* finalize("acmeTest", made.id)
      const part = yield* pay({ amount: 1_000, method: "cash", received_on: "2026-01-31", reference: "Till 2" })
      assert.strictEqual(part.status, 200, part.text)
      assert.deepInclude(part.json, {
        state: "open", paid_amount: 1_000, payments: [{ amount: 1_000, method: "cash", received_on: "2026-01-31", reference: "Till 2", payment_id: null }]
      })
      assert.strictEqual((yield* pay({ amount: 2_001, method: "cash" })).status, 409)
      assert.strictEqual((yield* post(`/gateway/invoices/${made.id}/void`, "acmeTest")).status, 409)
      const once = { "idempotency-key": "the-rest" }
      const rest = yield* Effect.all(Array.from({ length: 20 }, () => pay({ method: "transfer" })), { concurrency: "unbounded" })
      assert.deepStrictEqual(rest.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 19 }, () => 409)])
      assert.strictEqual((yield* pay({ method: "transfer" }, once)).status, 409)
      const { json: paid } = yield* send(`/gateway/invoices/${made.id}`, { key: "acmeTest" })
      assert.deepInclude(paid, { state: "paid", paid_amount: 3_000 })
      assert.deepInclude(yield* balanceOf("acmeTest"), { receivable: 0, cash: 3_000, revenue: -3_000 })
      assert.deepStrictEqual((yield* eventsOf("acme", "invoice", made.id)).map(({ kind }) => kind), ["invoice.finalized", "invoice.paid"])
    }))

  it.effect("refuse what makes no invoice, each with one clear error", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acme")
      const cases: ReadonlyArray<readonly [object, string]> = [
        [{ lines: [] }, "lines"], [{ lines: [{ description: "Free", unit_amount: 0 }] }, "lines"],
        [{ lines, discount: 3_001 }, "discount"], [{ lines, currency: "XYZ" }, "currency"], [{ lines, due_on: "2026-02-30" }, "due_on"],
        [{ lines, contact_id: 999_999 }, "contact_id"]
      ]
      for (const [given, field] of cases) {
        const refused = yield* post("/gateway/invoices", "acme", { contact_id, ...given })
        assert.deepStrictEqual([refused.status, refused.json.details?.map((one: { field: string }) => one.field)], [422, [field]], JSON.stringify(given))
      }
    }))

  it.effect("of test keys have numbers of their own, and are seen by test keys only", () =>
    Effect.gen(function*() {
      const made = yield* draft("acmeTest")
      const sent = yield* finalize("acmeTest", made.id)
      assert.deepInclude(sent.json, { number: "TEST-000002", livemode: false })
      assert.strictEqual((yield* send(`/gateway/invoices/${made.id}`, { key: "acme" })).status, 404)
      assert.strictEqual((yield* send("/gateway/invoices?number=TEST-000002", { key: "acme" })).json.total, 0)
    }))

  it.effect("have numbers without gaps, though half of fifty finalizations at once fail after they took one", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const made = yield* Effect.forEach(Array.from({ length: 50 }), () => draft("bolt"), { concurrency: 8 })
      const failing = made.filter((_, n) => n % 2 === 0).map(({ id }) => id)
      const [row] = yield* sql<{ last: number }>`select last from invoice_numbers where company_id = ${companyIds.bolt} and livemode`
      yield* sql.unsafe(`create function fail_some() returns trigger language plpgsql as $$ begin
        if new.company_id = ${companyIds.bolt} and new.object_id = any('{${failing.join(",")}}') then raise exception 'no'; end if; return new; end $$`)
      yield* sql`create trigger fail_some before insert on ledger_transactions for each row execute function fail_some()`
      const answers = yield* Effect.forEach(made, ({ id }) => finalize("bolt", id), { concurrency: "unbounded" })
      yield* sql`drop trigger fail_some on ledger_transactions`
      assert.deepStrictEqual(answers.map(({ status }) => status), made.map(({ id }) => failing.includes(id) ? 500 : 200))
      const numbers = answers.filter(({ status }) => status === 200).map(({ json: { number } }) => Number(number.slice(4)))
      assert.deepStrictEqual(numbers.toSorted((a, b) => a - b), Array.from({ length: 25 }, (_, n) => row!.last + 1 + n))
      for (const id of failing) assert.deepInclude((yield* send(`/gateway/invoices/${id}`, { key: "bolt" })).json, { state: "draft", number: null })
    }))
})
