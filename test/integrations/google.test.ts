import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { json, send, TestServerWith } from "../support/test-server.ts"
import { googleServer } from "./google-server.ts"
import { APP } from "./token-server.ts"

const PEOPLE = 230

class Google extends Context.Service<Google, Effect.Success<ReturnType<typeof googleServer>>>()("test/Google") {}

const server = Layer.unwrap(Effect.gen(function*() {
  const google = yield* googleServer(PEOPLE)
  return TestServerWith({ integrationUrls: new Map([["google", new URL(google.url)]]) }).pipe(Layer.provideMerge(Layer.succeed(Google, google)))
}))

const call = (method: string, path: string, body?: object) => send(`/integrations/google${path}`, { key: "acme", method, ...body === undefined ? {} : json(body) })

/** Somebody agrees, and comes back. */
const connected = Effect.gen(function*() {
  const google = yield* Google
  const begun = yield* call("POST", "/connect", APP)
  assert.deepInclude(begun.json, { state: "authorizing" }, begun.text)
  const back = google.agree(begun.json.authorization_url)
  const page = yield* send(back)
  assert.include(page.text, "Google contacts is connected", page.text)
  return back
})

const ended = (id: number) =>
  Effect.map(eventually(call("GET", "/runs"), ({ json: { items } }) => items.find((run: any) => run.id === id)?.finished_at !== null), ({ json: { items } }) =>
    items.find((run: any) => run.id === id))

const synced = (body: object = {}) =>
  Effect.gen(function*() {
    const { json: run, status, text } = yield* call("POST", "/sync", body)
    assert.strictEqual(status, 202, text)
    return yield* ended(run.id)
  })

const events = (kind: string) => OwnerSql.use((sql) => Effect.orDie(sql<{ data: any }>`select data from events where kind = ${kind} order by id`))
const contacts = Effect.map(send("/crm/contacts?limit=1", { key: "acme" }), ({ json: { total } }) => total as number)

layer(server, { excludeTestServices: true })("Google contacts", (it) => {
  it.effect("are let in by whoever agrees there, once, and nothing of that is to be read", () =>
    Effect.gen(function*() {
      const google = yield* Google
      assert.strictEqual((yield* call("POST", "/connect", {})).status, 422, "there is no app")
      const begun = yield* call("POST", "/connect", APP)
      const denied = new URL(begun.json.authorization_url).searchParams.get("state")
      assert.include((yield* send(`/integrations/callback?state=${denied}&error=access_denied`)).text, "did not agree")
      const back = yield* connected
      assert.include((yield* send(back)).text, "not good any more")
      const { json } = yield* call("GET", "")
      assert.deepInclude(json, { state: "connected", account: "olga@there.example", authorization_url: null })
      const sql = yield* OwnerSql
      const [all] = yield* sql<{ all: string }>`select (select jsonb_agg(i) from integrations i)::text || (select jsonb_agg(r) from receipts r)::text || (select jsonb_agg(e) from events e)::text as all`
      for (const secret of [APP.client_secret, "ya29.", "1//"]) assert.notInclude(all!.all, secret)
      assert.lengthOf(yield* events("integration.connected"), 1)
      assert.strictEqual(google.tokens.counts.refusedRefreshes, 0)
    }))

  it.effect("are tried out first, and come over through an ended token, limits, faults and what is not as documented", () =>
    Effect.gen(function*() {
      const google = yield* Google
      const before = yield* contacts
      assert.deepInclude(yield* synced({ dry_run: true }), { created: PEOPLE, dry_run: true, error: null })
      assert.strictEqual(yield* contacts, before)

      google.faults.push("expired", "limited", "broken", "broken", "broken", "surprise")
      const run = yield* synced()
      assert.deepInclude(run, { created: PEOPLE - 1, failed: 1, error: null, state: "completed" }, JSON.stringify(run))
      assert.strictEqual(google.tokens.counts.refreshed, 1)
      const { json: { items: [odd] } } = yield* call("GET", `/runs/${run.id}/objects?action=failed`)
      assert.deepInclude(odd, { remote_id: "people/odd", action: "failed" })
      assert.strictEqual(yield* contacts, before + PEOPLE - 1)
    }))

  it.effect("are changed where only they changed, and left where both sides did", () =>
    Effect.gen(function*() {
      const google = yield* Google
      const find = (email: string) => Effect.map(send(`/crm/contacts?limit=200&search=${encodeURIComponent(email)}`, { key: "acme" }), ({ json: { items } }) => items.find((one: any) => one.email === email))
      const ours = yield* find("person5@there.example")
      yield* send(`/crm/contacts/${ours.id}`, { key: "acme", method: "PATCH", ...json({ first_name: "Ours" }) })
      google.change("people/c5", { given: "Theirs" })
      google.change("people/c6", { given: "Sixth" })
      google.change("people/c9", { deleted: true })
      google.add("people/more", "More", "more@there.example")
      const pages = google.pages()
      const run = yield* synced()
      assert.deepInclude(run, { created: 1, updated: 1, skipped: 2, unchanged: 0, failed: 0 }, JSON.stringify(run))
      assert.strictEqual(google.pages(), pages + 1)
      assert.strictEqual((yield* find("person5@there.example")).first_name, "Ours")
      assert.strictEqual((yield* find("person6@there.example")).first_name, "Sixth")

      const undone = yield* call("POST", `/runs/${run.id}/undo`)
      assert.strictEqual(undone.status, 202, undone.text)
      yield* ended(undone.json.id)
      assert.strictEqual((yield* find("person6@there.example")).first_name, "Person 6")
      assert.strictEqual(yield* find("more@there.example"), undefined)
      assert.strictEqual((yield* find("person5@there.example")).first_name, "Ours")
      assert.strictEqual((yield* call("POST", `/runs/${run.id}/undo`)).status, 409)
    }))

  it.effect("say that they have to be connected again once whoever agreed took it back, and go on where they were", () =>
    Effect.gen(function*() {
      const google = yield* Google
      google.tokens.revoke()
      const run = yield* synced()
      assert.strictEqual(run.state, "failed")
      assert.deepInclude((yield* call("GET", "")).json, { state: "needs_reconnection" })
      assert.lengthOf(yield* events("integration.failed"), 1)
      assert.strictEqual((yield* call("POST", "/sync", {})).status, 409)
    }))
})
