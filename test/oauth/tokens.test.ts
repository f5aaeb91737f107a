import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { ConnectorAccess } from "#layers/oauth/access"
import { hashOfRecord } from "#layers/oauth/sealed"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { at, TestServer, SecondServer, TestServerWith, send } from "../support/test-server.ts"
import { client } from "./client.ts"
import { agree, backFrom, fieldsOf, press, toQuestion } from "./driver.ts"
import { webClient } from "../dashboard/web-client.ts"
import { eventually } from "../support/eventually.ts"

type App = Effect.Success<ReturnType<typeof client>>

/** Whether a token opens the connector, by the credential that it stands for. */
const opens = Effect.fnUntraced(function*(token: string, resource: string) {
  const access = yield* ConnectorAccess
  const answer = access.recall(token, resource, "127.0.0.1", Date.now()) ?? (yield* access.lookUp(token, resource, "127.0.0.1"))
  return answer._tag === "Admitted" ? answer.caller : undefined
})

const connected = Effect.fnUntraced(function*(app: App, person: "owner" | "member" = "owner") {
  const code = (yield* agree(app.authorize(), person)).searchParams.get("code")!
  const { json, status } = yield* app.exchange(code)
  assert.strictEqual(status, 200, JSON.stringify(json))
  return { code, access: json.access_token as string, refresh: json.refresh_token as string }
})

const receiptsOf = Effect.fnUntraced(function*(verb: string) {
  const sql = yield* OwnerSql
  return yield* sql<{ key_id: number; changes: any }>`select key_id, changes from receipts where verb = ${verb} and audit order by id`
})

layer(TestServer, { excludeTestServices: true })("a code", (it) => {
  it.effect("is good for who began, once, with the verifier and the address that it was given for", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const other = yield* client()
      const code = (yield* agree(app.authorize(), "owner")).searchParams.get("code")!
      const wrong: ReadonlyArray<readonly [string, Record<string, string>]> = [
        ["no verifier", { code_verifier: "" }], ["another verifier", { code_verifier: "x".repeat(43) }],
        ["the challenge itself", { code_verifier: "y".repeat(43) }], ["another address", { redirect_uri: "http://127.0.0.1:7778/callback" }],
        ["another client", { client_id: other.client_id }], ["another code", { code: "A".repeat(43) }]
      ]
      for (const [what, changed] of wrong) {
        const { json, status } = yield* app.exchange(code, changed)
        assert.strictEqual(status, 400, what)
        assert.strictEqual(json.error, "invalid_grant", what)
      }
      const { json } = yield* app.exchange(code)
      assert.isDefined(yield* opens(json.access_token, app.resource))
      const second = yield* app.exchange(code)
      assert.deepStrictEqual([second.status, second.json.error], [400, "invalid_grant"])
      assert.isUndefined(yield* opens(json.access_token, app.resource), "what it gave is gone")
      assert.strictEqual((yield* app.refresh(json.refresh_token)).status, 400)
      assert.lengthOf(yield* receiptsOf("oauth_code_replayed"), 1)
      assert.deepStrictEqual((yield* app.introspect(json.access_token)).json, { active: false })
    }))

  it.effect("is not good for another resource, nor after a minute", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const sql = yield* OwnerSql
      const code = (yield* agree(app.authorize(), "owner")).searchParams.get("code")!
      const elsewhere = yield* app.exchange(code, { resource: `${app.base}/api/v1` })
      assert.deepStrictEqual([elsewhere.status, elsewhere.json.error], [400, "invalid_target"])
      const late = (yield* agree(app.authorize(), "owner")).searchParams.get("code")!
      yield* sql`update identity.oauth_records set expires_at = now() where kind = 'AuthorizationCode'`
      assert.strictEqual((yield* app.exchange(late)).json.error, "invalid_grant")
    }))

  it.effect("is exchanged once by many at once, and then by nobody", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const code = (yield* agree(app.authorize(), "owner")).searchParams.get("code")!
      const all = yield* Effect.all(Array.from({ length: 10 }, () => app.exchange(code)), { concurrency: "unbounded" })
      const given = all.filter(({ status }) => status === 200)
      assert.isAtMost(given.length, 1)
      for (const { json } of given) assert.isUndefined(yield* opens(json.access_token, app.resource))
    }))
})

layer(TestServer, { excludeTestServices: true })("tokens", (it) => {
  it.effect("act for the person, as the client, within what was granted", () =>
    Effect.gen(function*() {
      const app = yield* client({ client_name: "Assist\u202eant of\n mine" })
      const { access, refresh } = yield* connected(app)
      const caller = (yield* opens(access, app.resource))!
      assert.strictEqual(caller.credential, "grant")
      assert.strictEqual(caller.agent, "Assistant of mine")
      assert.strictEqual(caller.person?.role, "owner")
      assert.deepStrictEqual([...caller.scopes].toSorted(), ["crm:read", "crm:write"])
      assert.isUndefined(yield* opens(access, `${app.base}/api/other`))
      assert.isUndefined(yield* opens(refresh, app.resource))
      assert.strictEqual((yield* send("/crm/contacts", { headers: { authorization: `Bearer ${access}` } })).status, 401, "not at the REST API")
      const { json } = yield* app.introspect(access)
      assert.deepInclude(json, { active: true, aud: app.resource, client_id: app.client_id, scope: "crm:read crm:write" })
      const otherClient = yield* client()
      assert.deepStrictEqual((yield* otherClient.introspect(access)).json, { active: false })
      yield* otherClient.revoke(access)
      assert.isDefined(yield* opens(access, app.resource), "no other client can revoke it")
    }))

  it.effect("of less than was granted open no more than they were given for", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const { refresh } = yield* connected(app)
      const { json, status } = yield* app.refresh(refresh, { scope: "crm:read" })
      assert.deepStrictEqual([status, json.scope], [200, "crm:read"])
      assert.deepStrictEqual([...(yield* opens(json.access_token, app.resource))!.scopes], ["crm:read"])
      const again = yield* app.refresh(json.refresh_token)
      assert.deepStrictEqual([...(yield* opens(again.json.access_token, app.resource))!.scopes].toSorted(), ["crm:read", "crm:write"])
    }))

  it.effect("lie in the database as nothing that anybody could use or read", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const sql = yield* OwnerSql
      const { access, code, refresh } = yield* connected(app)
      const rows = yield* sql<{ row: string; sealed: Uint8Array }>`select to_jsonb(r)::text as row, sealed from identity.oauth_records r`
      const text = rows.map(({ row, sealed }) => row + Buffer.from(sealed).toString("latin1")).join("\n")
      for (const secret of [access, refresh, code, app.client_id, "127.0.0.1:7777"]) assert.notInclude(text, secret)
      const logged = yield* sql<{ text: string }>`select coalesce(string_agg(changes::text, ' '), '') as text from receipts where audit`
      for (const secret of [access, refresh, code]) assert.notInclude(logged[0]!.text, secret)
      assert.lengthOf(yield* sql`select 1 from identity.oauth_records where kind = 'AccessToken' and hash = ${hashOfRecord("AccessToken", access)}`, 1)
    }))

  it.effect("of refreshing give no more than was granted, and for nothing else", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const { refresh } = yield* connected(app)
      const more = yield* app.refresh(refresh, { scope: "crm:read crm:write payments:write" })
      assert.deepStrictEqual([more.status, more.json.error], [400, "invalid_scope"])
      const elsewhere = yield* app.refresh(refresh, { resource: "https://elsewhere.example/" })
      assert.strictEqual(elsewhere.json.error, "invalid_target")
    }))

  it.effect("that were rotated and come again are a theft", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const { access, refresh } = yield* connected(app)
      const first = yield* app.refresh(refresh)
      assert.strictEqual(first.status, 200, JSON.stringify(first.json))
      assert.isDefined(yield* opens(first.json.access_token, app.resource))
      const { json, status } = yield* app.refresh(refresh)
      assert.deepStrictEqual([status, json.error], [400, "invalid_grant"])
      for (const token of [access, first.json.access_token]) assert.isUndefined(yield* opens(token, app.resource))
      assert.strictEqual((yield* app.refresh(first.json.refresh_token)).status, 400)
      const [receipt] = yield* receiptsOf("oauth_refresh_reused")
      assert.strictEqual(receipt!.changes[0].object, "oauth_grant")
      assert.strictEqual(receipt!.changes[0].id, receipt!.key_id)
    }))

  it.effect("are refused when they have expired, and when the client gave them back", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const sql = yield* OwnerSql
      const one = yield* connected(app)
      assert.isDefined(yield* opens(one.access, app.resource))
      yield* app.revoke(one.access)
      yield* eventually(opens(one.access, app.resource), (opened) => opened === undefined, goal(1_000))
      assert.strictEqual((yield* app.refresh(one.refresh)).status, 400)
      assert.isAbove((yield* receiptsOf("oauth_disconnected")).length, 0)
      const two = yield* connected(app)
      yield* sql`update identity.oauth_records set expires_at = now()`
      assert.isUndefined(yield* opens(two.access, app.resource))
      assert.strictEqual((yield* app.refresh(two.refresh)).json.error, "invalid_grant")
    }))

  it.effect("are a removed member's no more", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const sql = yield* OwnerSql
      const { access, refresh } = yield* connected(app, "member")
      assert.strictEqual((yield* opens(access, app.resource))?.person?.role, "member")
      yield* sql`update users set role = 'viewer' where name = 'member'`
      yield* eventually(opens(access, app.resource), (opened) => [...opened!.scopes].join() === "crm:read", goal(1_000))
      yield* sql`update users set removed_at = now() where name = 'member'`
      yield* eventually(opens(access, app.resource), (opened) => opened === undefined, goal(1_000))
      assert.strictEqual((yield* app.refresh(refresh)).status, 400)
    }))
})

const SITE = "https://site.example"
const site = { siteUrl: Option.some(SITE) }

layer(TestServerWith(site), { excludeTestServices: true })("two servers of one site", (it) => {
  it.effect("begin and finish each other's connections, and cut them off for each other", () =>
    Effect.gen(function*() {
      const beside = yield* Layer.build(SecondServer(site))
      const app = yield* client()
      const there = yield* at(beside, webClient())
      const here = yield* webClient()
      const resource = `${SITE}/api/mcp/connector`
      const authorize = app.authorize({ resource })
      const question = yield* toQuestion(here, authorize, "owner")
      assert.strictEqual(question.status, 200, question.text)
      for (const [name, value] of here.cookies) there.cookies.set(name, value)
      const shown = yield* press(there, question, "allow", fieldsOf(question), { origin: SITE })
      assert.strictEqual(shown.status, 200, shown.text)
      for (const [name, value] of there.cookies) here.cookies.set(name, value)
      const back = yield* backFrom({ ...here, base: SITE }, shown)
      assert.strictEqual(back.searchParams.get("iss"), SITE)
      const { json, status } = yield* app.exchange(back.searchParams.get("code")!, {}, there.base)
      assert.strictEqual(status, 200, JSON.stringify(json))
      const hereOpens = opens(json.access_token, resource)
      const thereOpens = at(beside, hereOpens)
      assert.isDefined(yield* hereOpens)
      assert.isDefined(yield* thereOpens)
      const refreshed = yield* app.refresh(json.refresh_token)
      assert.strictEqual(refreshed.status, 200, JSON.stringify(refreshed.json))

      const listed = yield* send("/auth/oauth/grants", { key: "owner" })
      const ended = performance.now()
      const sql = yield* OwnerSql
      yield* sql`update api_keys set revoked_at = now() where company_id = 1 and id = ${listed.json.items[0].id}`
      while ((yield* thereOpens) !== undefined) yield* Effect.sleep("5 millis")
      assert.isBelow(performance.now() - ended, goal(1_000))
      assert.isUndefined(yield* at(beside, opens(refreshed.json.access_token, resource)))
      assert.strictEqual((yield* app.refresh(refreshed.json.refresh_token, {}, there.base)).status, 400)
    }))
})
