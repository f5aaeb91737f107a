import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { House, send } from "../support/house.ts"
import { call, connect, grantable, listed } from "./grants.ts"

layer(House, { excludeTestServices: true })("calls of tools", (it) => {
  it.effect("makes and reads a contact, in the name of the connection", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable, client: "Claude" })
      const names = (yield* listed(held)).map(({ name }) => name)
      assert.include(names, "get_contact")
      const made = yield* call(held, "create_contact", { first_name: "Ann", email: "ann@connector.example" })
      assert.isUndefined(made.error, made.text)
      const read = yield* call(held, "get_contact", { id: made.structured.id })
      const rest = yield* send(`/crm/contacts/${made.structured.id}`, { key: "acme" })
      assert.deepStrictEqual(read.structured, rest.json)
      assert.strictEqual(read.text, rest.text)
      const { json: { items: [receipt] } } = yield* send("/agent/receipts?verb=create_contact&limit=1", { key: "acme" })
      assert.strictEqual(receipt.key_id, held.key_id)
      assert.deepStrictEqual(receipt.actor, { agent: "Claude" })
    }))
})
