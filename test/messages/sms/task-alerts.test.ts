import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { advance, DAY_MS, instant, nowOf, ready } from "../../support/test-clock.ts"
import { OwnerSql } from "../../support/database.ts"
import { emailOf, json, type Key, send, TestServer } from "../../support/test-server.ts"
import { settings } from "../emailing.ts"
import { post, read, somePhone } from "./texting.ts"

const KEY = "acmeTest"

const textsTo = (phone: string) =>
  Effect.map(read(`/sms/messages?to_phone=${encodeURIComponent(phone)}&direction=outbound`, KEY), ({ items }) => items.map(({ message }: any) => message as string))

const alerts = (key: Key, phone: string | null) => send("/sms/task-alerts", { key, method: "PUT", ...json({ phone }) })

const userOf = Effect.fnUntraced(function*(key: Key) {
  const sql = yield* OwnerSql
  const [row] = yield* Effect.orDie(sql<{ id: number }>`select id from users where company_id = 1 and email = ${emailOf(key)}`)
  return row!.id
})

const task = (title: string, rest: object) => Effect.map(post("/crm/tasks", { title, ...rest }, KEY), ({ json }) => json.id as number)
const change = (id: number, body: object) => send(`/crm/tasks/${id}`, { key: KEY, method: "PATCH", ...json(body) })

layer(TestServer, { excludeTestServices: true })("tasks by text", (it) => {
  it.effect("tell a member who agreed, once when one is given to them and once when it is due", () =>
    Effect.gen(function*() {
      yield* settings({ time_zone: "UTC", name: "Juniper" })
      yield* send("/sms/settings", { key: KEY, method: "PATCH", ...json({ quiet_hours: { from: "00:00", to: "00:00" } }) })
      const [agrees, silent] = [yield* userOf("member"), yield* userOf("viewer")]
      const phone = somePhone()
      assert.strictEqual((yield* alerts("member", phone)).json.phone, phone)
      assert.deepInclude(yield* read("/sms/task-alerts", "member"), { phone })
      assert.deepStrictEqual(yield* read("/sms/task-alerts", "viewer"), { phone: null, agreed_at: null })
      const due_at = instant((yield* nowOf(KEY)) + DAY_MS)
      const id = yield* task("Send the offer", { due_at, assignee_id: silent })
      assert.deepStrictEqual(yield* textsTo(phone), [])
      yield* change(id, { assignee_id: agrees })
      yield* change(id, { notes: "With the discount." })
      const [given, ...more] = yield* textsTo(phone)
      assert.match(given!, /^Juniper: a task for you, due .*: Send the offer$/u)
      assert.deepStrictEqual(more, [])
      yield* advance({ to: instant(Date.parse(due_at) + 1_000) }, KEY)
      yield* ready(KEY)
      assert.sameMembers([...yield* textsTo(phone)], [given!, "Juniper: your task is due: Send the offer"])
    }))

  it.effect("tell nobody who opted out, took it back, or left", () =>
    Effect.gen(function*() {
      const user = yield* userOf("admin")
      const phone = somePhone()
      yield* alerts("admin", phone)
      assert.strictEqual((yield* send(`/sms/opt-outs/${encodeURIComponent(phone)}`, { key: KEY, method: "PUT", ...json({}) })).status, 200)
      const id = yield* task("Call back", { assignee_id: user })
      assert.isNumber(id)
      assert.deepStrictEqual(yield* textsTo(phone), [])
      const next = somePhone()
      yield* alerts("admin", next)
      yield* task("Call again", { assignee_id: user })
      assert.deepStrictEqual(yield* textsTo(next), ["Juniper: a task for you: Call again"])
      assert.deepStrictEqual((yield* alerts("admin", null)).json, { phone: null, agreed_at: null })
      yield* task("And again", { assignee_id: user })
      assert.lengthOf(yield* textsTo(next), 1)
    }))

  it.effect("are refused to a key and to a number that takes no texts", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* alerts("acme", somePhone())).status, 403)
      assert.strictEqual((yield* alerts("member", "+19005550123")).status, 422)
    }))
})
