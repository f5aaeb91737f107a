import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { member, someone } from "../crm/records.ts"
import { OwnerSql } from "../support/database.ts"
import { send, TestServer } from "../support/test-server.ts"
import { post, read } from "./paying.ts"
import { accept, quotes, sentQuote } from "./quoting.ts"
import { visit } from "./paying-by-link.ts"

layer(TestServer, { excludeTestServices: true })("quotes of a contact", (it) => {
  it.effect("are in their timeline and their data, and go with them when contacts are merged, and back", () =>
    Effect.gen(function*() {
      const made = yield* sentQuote({ reference: "Q-3" }, "acme")
      const { items } = yield* read(`/crm/contacts/${made.contact_id}/timeline`, "acme")
      assert.deepInclude(items[0], { kind: "quote", title: "Q-3", object: "quote", object_id: made.id })
      assert.deepStrictEqual(items[0].data, { amount: 1_800, currency: "EUR", state: "sent", livemode: true })
      const { records } = yield* read(`/crm/contacts/${made.contact_id}/personal-data`, "acme")
      assert.deepInclude(records.quote[0], { id: made.id, reference: "Q-3" })
      assert.notIncludeMembers(Object.keys(records.quote[0]), ["token", "token_hash"])

      const { id: kept } = yield* someone("acme")
      const merge = post(`/crm/contacts/${kept}/merge`, { contact_ids: [made.contact_id] }, "acme")
      const { json: { id: merged, moved: counts } } = yield* merge
      assert.deepInclude(counts, { quotes: 1 })
      assert.strictEqual((yield* post(`/crm/merges/${merged}/undo`, {}, "acme")).status, 200)
      assert.deepInclude(yield* read(`${quotes}/${made.id}`, "acme"), { contact_id: made.contact_id })
      yield* merge
      const moved = yield* read(`${quotes}/${made.id}`, "acme")
      assert.deepInclude(moved, { contact_id: kept, url: made.url })
      assert.strictEqual((yield* accept(made)).status, 409, "its page was of somebody else")
      assert.deepInclude((yield* accept(moved)).json, { state: "accepted" })
      const { order_id } = yield* read(`${quotes}/${made.id}`, "acme")
      assert.deepInclude(yield* read(`/orders/${order_id}`, "acme"), { contact_id: kept })
    }))

  it.effect("are sent and accepted while contacts are merged, and nobody waits for ever", () =>
    Effect.forEach(Array.from({ length: 8 }, (_, round) => round), Effect.fnUntraced(function*(round) {
      const { json: { id: contact_id } } = yield* post("/crm/contacts", { first_name: "Grace", email: `grace${round}@merged.example` }, "acme")
      const { id: kept } = yield* someone("acme")
      const all = yield* Effect.forEach(Array.from({ length: 10 }), () => sentQuote({ contact_id }, "acme"))
      const [merged, ...others] = yield* Effect.all([
        post(`/crm/contacts/${kept}/merge`, { contact_ids: [contact_id] }, "acme"),
        ...all.map((made, turn) => turn % 2 === 0 ? accept(made) : post(`${quotes}/${made.id}/send`, {}, "acme"))
      ], { concurrency: "unbounded" })
      assert.strictEqual(merged.status, 200, merged.text)
      for (const { status, text } of others) assert.include([200, 409], status, text)
      const { items } = yield* read(`${quotes}?contact_id=${kept}&limit=50`, "acme")
      assert.strictEqual(items.length, 10)
      for (const { id, order_id, state } of items) {
        assert.strictEqual(state === "accepted", order_id !== null, id)
        if (order_id !== null) assert.deepInclude(yield* read(`/orders/${order_id}`, "acme"), { contact_id: kept })
      }
    })))

  it.effect("name who sells it in the order, unless they have left the company", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const seller_id = yield* member("acme")
      const soldBy = Effect.fnUntraced(function*(quote: { readonly id: number; readonly url: string; readonly version: number }) {
        const { json: { order_id } } = yield* accept(quote)
        return (yield* read(`/orders/${order_id}`, "acme")).seller_id
      })
      const [first, second] = [yield* sentQuote({ seller_id }, "acme"), yield* sentQuote({ seller_id }, "acme")]
      assert.strictEqual(yield* soldBy(first), seller_id)
      yield* sql`update users set removed_at = now() where company_id = 1 and id = ${seller_id}`
      assert.strictEqual(yield* soldBy(second), null)
    }))

  it.effect("no longer name a person who was erased, and can no longer be accepted", () =>
    Effect.gen(function*() {
      const { json: { id: contact_id } } = yield* post("/crm/contacts", { first_name: "Zyxolde", last_name: "Quarnwick" }, "acme")
      const open = yield* sentQuote({ contact_id, note: "For Zyxolde Quarnwick" }, "acme")
      const done = yield* sentQuote({ contact_id, note: "For Zyxolde Quarnwick", lines: [{ description: "Roof of Zyxolde Quarnwick", unit_amount: 900 }] }, "acme")
      yield* accept(done, { name: "Zyxolde Quarnwick" })
      const other = yield* sentQuote({ note: "As for Zyxolde Quarnwick" }, "acme")
      const erased = yield* send(`/crm/contacts/${contact_id}/personal-data`, { key: "acme", method: "DELETE" })
      assert.strictEqual(erased.status, 200, erased.text)
      for (const { id, url } of [open, done, other]) {
        const page = yield* visit(url)
        assert.strictEqual(page.status, id === open.id ? 410 : 200)
        assert.notMatch(page.text + JSON.stringify(yield* read(`${quotes}/${id}`, "acme")), /Zyxolde|Quarnwick/)
      }
      assert.deepInclude(yield* read(`${quotes}/${done.id}`, "acme"), { state: "accepted", contact_id: null, accepted_by: null, note: null, amount: 900 })
      const { json: { version } } = yield* send(`${quotes}/${open.id}`, { key: "acme" })
      assert.strictEqual((yield* accept({ ...open, version })).status, 409)
      assert.strictEqual((yield* post(`${quotes}/${open.id}/send`, { email: null }, "acme")).status, 409)
    }))
})
