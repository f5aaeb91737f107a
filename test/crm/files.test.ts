import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { companyIds, type Key, send, TestServer } from "../support/test-server.ts"
import { call, eventsOf, someone } from "./records.ts"

interface Sent {
  readonly key?: Key
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

const attach = (query: Readonly<Record<string, string>>, body: string | Uint8Array<ArrayBuffer> = "hello", { headers = {}, key = "acme", type = "text/plain" }: Sent = {}) =>
  send(`/crm/files?${new URLSearchParams(query)}`, { key, method: "POST", body, headers: { "content-type": type, ...headers } })

const uploadsOf = (key: "acme" | "bolt") => OwnerSql.use((sql) =>
  Effect.map(sql<{ n: number }>`select count(*) as n from uploads where company_id = ${companyIds[key]}`, ([row]) => row!.n))

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])

layer(TestServer, { excludeTestServices: true })("files on records", (it) => {
  it.effect("are attached, listed, downloaded and deleted with their bytes", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acme")
      const whole = Buffer.alloc(700_000, "abcdefg")
      const made = yield* attach({ name: "Angebot „Ä“.txt", contact_id: String(contact_id) }, new Uint8Array(whole), { headers: { "idempotency-key": "file-1" } })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, { name: "Angebot „Ä“.txt", type: "text/plain", bytes: 700_000, contact_id, deal_id: null, organization_id: null })
      const again = yield* attach({ name: "Angebot „Ä“.txt", contact_id: String(contact_id) }, new Uint8Array(whole), { headers: { "idempotency-key": "file-1" } })
      assert.deepStrictEqual([again.text, again.headers.get("idempotent-replayed")], [made.text, "true"])
      const { json: list } = yield* call("acme", "GET", `/crm/files?contact_id=${contact_id}`)
      assert.deepStrictEqual([list.total, list.items], [1, [made.json]])
      const got = yield* send(made.json.url, { key: "acme" })
      assert.strictEqual(got.status, 200)
      assert.isTrue(got.text === whole.toString())
      assert.include(got.headers.get("content-disposition"), "attachment")
      const told = yield* eventsOf("acme", "file", made.json.id)
      assert.deepStrictEqual(told.map(({ kind, object }) => [kind, object.name]), [["file.attached", "Angebot „Ä“.txt"]])
      assert.strictEqual(yield* uploadsOf("acme"), 1)
      for (const [key, status] of [["bolt", 404], ["scopeless", 403]] as const) {
        assert.strictEqual((yield* send(made.json.url, { key })).status, status)
        assert.strictEqual((yield* call(key, "DELETE", `/crm/files/${made.json.id}`)).status, status)
      }
      assert.deepStrictEqual((yield* call("acme", "DELETE", `/crm/files/${made.json.id}`)).json, made.json)
      assert.deepStrictEqual([(yield* send(made.json.url, { key: "acme" })).status, yield* uploadsOf("acme")], [404, 0])
    }))

  it.effect("are refused with a path for a name, without a record, of another type, and leave nothing", () =>
    Effect.gen(function*() {
      const { id } = yield* someone("bolt")
      const own = { contact_id: String(id) }
      for (const name of ["../etc/passwd", "a/b.txt", "a\\b.txt", "..", ".", "a\u0007b", "a\nb", "\u202egpj.exe", "", " ", "x".repeat(201)]) {
        const sent = yield* attach({ name, ...own }, "x", { key: "bolt" })
        assert.include([400, 422], sent.status, name)
        assert.include(JSON.stringify(sent.json.details), "name")
      }
      assert.strictEqual((yield* attach({ name: "a" }, "x", { key: "bolt" })).status, 400)
      assert.strictEqual((yield* attach({ name: "a", ...own, deal_id: "1" }, "x", { key: "bolt" })).status, 400)
      assert.strictEqual((yield* attach({ name: "a", contact_id: "999999" }, "x", { key: "bolt" })).status, 422)
      assert.strictEqual((yield* attach({ name: "a", ...own }, "x", { key: "acme" })).status, 422)
      assert.strictEqual((yield* attach({ name: "a", ...own }, "x", { key: "bolt", type: "text/html" })).status, 415)
      for (const [type, body] of [["image/png", "GIF89a"], ["application/pdf", "no"], ["text/plain", png], ["image/jpeg", png]] as const) {
        const sent = yield* attach({ name: "a", ...own }, type === "text/plain" ? new Uint8Array([65, 0, 66]) : body, { key: "bolt", type })
        assert.deepStrictEqual([sent.status, sent.json.details?.[0]?.field], [422, "body"], type)
      }
      assert.strictEqual((yield* attach({ name: "a.png", ...own }, png, { key: "bolt", type: "image/png" })).status, 201)
      assert.strictEqual(yield* uploadsOf("bolt"), 1)
    }))

  it.effect("go over by a merge and back, and do not count as files that wait", () =>
    Effect.gen(function*() {
      const [kept, other] = [yield* someone("acme"), yield* someone("acme")]
      for (let n = 0; n < 12; n++) assert.strictEqual((yield* attach({ name: `${n}.txt`, contact_id: String(other.id) })).status, 201)
      const merged = yield* call("acme", "POST", `/crm/contacts/${kept.id}/merge`, { contact_ids: [other.id] })
      assert.strictEqual(merged.json.moved.files, 12)
      assert.strictEqual((yield* call("acme", "GET", `/crm/files?contact_id=${kept.id}`)).json.total, 12)
      const { json: list } = yield* call("acme", "GET", `/crm/merges?contact_id=${kept.id}`)
      assert.deepStrictEqual(list.items, [merged.json])
      assert.include((yield* call("acme", "GET", "/crm/merges")).json.items.map(({ id }: any) => id), merged.json.id)
      assert.notInclude((yield* call("bolt", "GET", "/crm/merges")).json.items.map(({ id }: any) => id), merged.json.id)
      yield* call("acme", "POST", `/crm/merges/${merged.json.id}/undo`)
      assert.strictEqual((yield* call("acme", "GET", `/crm/files?contact_id=${other.id}`)).json.total, 12)
    }))
})
