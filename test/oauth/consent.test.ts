import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hidden, webClient } from "../dashboard/web-client.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, TestServer, secrets, send } from "../support/test-server.ts"
import { client, REDIRECT } from "./client.ts"
import { agree, backFrom, fieldsOf, onwardsOf, offeredOn, press, tickedOn, toQuestion } from "./driver.ts"

const grants = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ n: number }>`select count(*)::int as n from oauth_grants`
  return row!.n
})

layer(TestServer, { excludeTestServices: true })("the page that asks", (it) => {
  it.effect("says who asks, for what, and where the answer goes", () =>
    Effect.gen(function*() {
      const app = yield* client({ client_name: "<b>Bold</b> helper" })
      const { headers, status, text } = yield* toQuestion(yield* webClient(), app.authorize(), "owner")
      assert.strictEqual(status, 200)
      assert.include(text, "&lt;b>Bold&lt;/b> helper")
      assert.include(text, "it registered itself")
      assert.include(text, "127.0.0.1:7777")
      assert.include(text, "<strong>acme</strong>")
      assert.deepStrictEqual(offeredOn(text), ["crm:read", "crm:write"])
      assert.deepStrictEqual(tickedOn(text), ["crm:read"], "what changes something is ticked by the person only")
      assert.match(text, /<option value="test" selected/u)
      assert.include(headers.get("content-security-policy")!, "form-action 'self'")
      assert.strictEqual(headers.get("x-frame-options"), "DENY")
    }))

  it.effect("connects a client whose name is cut within a character", () =>
    Effect.gen(function*() {
      const app = yield* client({ client_name: `${"x".repeat(99)}\u{1f600}` })
      const code = (yield* agree(app.authorize(), "owner")).searchParams.get("code")!
      assert.strictEqual((yield* app.exchange(code)).status, 200)
    }))

  it.effect("grants what is ticked, no more, and only what the person has themselves", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const narrowed = yield* agree(app.authorize({ scope: "crm:read crm:write cms:read" }), "owner", { scopes: ["cms:read"], mode: "test" })
      assert.strictEqual((yield* app.exchange(narrowed.searchParams.get("code")!)).json.scope, "cms:read")
      const more = yield* agree(app.authorize({ scope: "crm:read" }), "owner", { scopes: ["crm:read", "payments:write", "consents:approve"] })
      assert.strictEqual((yield* app.exchange(more.searchParams.get("code")!)).json.scope, "crm:read")

      const browser = yield* webClient()
      const question = yield* toQuestion(browser, app.authorize({ scope: "crm:read crm:write" }), "viewer")
      assert.deepStrictEqual(offeredOn(question.text), ["crm:read"])
      const written = yield* press(browser, question, "allow", fieldsOf(question, { scopes: ["crm:write"] }))
      assert.strictEqual(written.status, 422)
      const read = yield* press(browser, question, "allow", fieldsOf(question, { scopes: ["crm:read", "crm:write"] }))
      const back = yield* backFrom(browser, read)
      assert.strictEqual((yield* app.exchange(back.searchParams.get("code")!)).json.scope, "crm:read")
    }))

  it.effect("sends who does not agree back with that", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const browser = yield* webClient()
      const before = yield* grants
      const question = yield* toQuestion(browser, app.authorize(), "owner")
      const back = yield* backFrom(browser, yield* press(browser, question, "deny", fieldsOf(question)))
      assert.strictEqual(back.origin + back.pathname, REDIRECT)
      assert.deepStrictEqual(
        [back.searchParams.get("error"), back.searchParams.get("state"), back.searchParams.get("iss")], ["access_denied", "st/te &1", app.base]
      )
      assert.strictEqual(yield* grants, before)
    }))

  it.effect("is decided once", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const browser = yield* webClient()
      const question = yield* toQuestion(browser, app.authorize(), "owner")
      const before = yield* grants
      const fields = fieldsOf(question)
      const all = yield* Effect.all(Array.from({ length: 5 }, () => press(browser, question, "allow", fields)), { concurrency: "unbounded" })
      assert.lengthOf(all.filter(({ status }) => status === 200), 1)
      assert.strictEqual(yield* grants, before + 1)
      assert.strictEqual((yield* press(browser, question, "deny", fields)).status, 200)
      yield* backFrom(browser, all.find(({ status }) => status === 200)!)
      assert.strictEqual((yield* press(browser, question, "allow", fields)).status, 404, "and is over")
    }))

  it.effect("takes no form but its own, from nowhere but here", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const browser = yield* webClient()
      const question = yield* toQuestion(browser, app.authorize(), "owner")
      const before = yield* grants
      const fields = fieldsOf(question)
      const without = new URLSearchParams([...fields].filter(([name]) => name !== "proof"))
      const wrong = new URLSearchParams([...without, ["proof", "x".repeat(43)]])
      const tries = [
        press(browser, question, "allow", without), press(browser, question, "allow", wrong), press(browser, question, "allow", fields, {}),
        press(browser, question, "allow", fields, { origin: "https://evil.example" }), press(browser, question, "allow", fields, { origin: "null" }),
        press(browser, question, "allow", fields, { origin: app.base, "sec-fetch-site": "cross-site" }),
        press(browser, question, "deny", without), browser.get(`${question.page}/allow?${fields}`)
      ]
      for (const [n, attempt] of tries.entries()) assert.isAtLeast((yield* attempt).status, 403, String(n))
      assert.strictEqual(yield* grants, before)
    }))

  it.effect("is not somebody else's to answer, whoever sent them there", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const attacker = yield* webClient()
      const begun = yield* toQuestion(attacker, app.authorize(), "boltOwner")
      const victim = yield* webClient()
      yield* toQuestion(victim, app.authorize(), "owner")
      const shown = yield* victim.get(begun.page!)
      assert.strictEqual(shown.status, 403)
      assert.strictEqual(onwardsOf(shown.text), "")
      const own = yield* victim.get("/dashboard")
      const before = yield* grants
      const fields = new URLSearchParams([["proof", hidden(own.text, "proof")], ["company", "1"], ["mode", "live"], ["scope", "crm:read"]])
      assert.strictEqual((yield* press(victim, begun, "allow", fields)).status, 403)
      assert.strictEqual(yield* grants, before)
      victim.cookies.set("oauth-request", "made-up")
      assert.strictEqual((yield* victim.get("/dashboard/connect/made-up")).status, 404)
    }))

  it.effect("lets nobody choose a company that is not theirs", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const browser = yield* webClient()
      const question = yield* toQuestion(browser, app.authorize(), "owner")
      const before = yield* grants
      for (const company of [companyIds.bolt, companyIds.cheap, 999, 0, -1]) {
        const { status } = yield* press(browser, question, "allow", fieldsOf(question, { company }))
        assert.strictEqual(status, 422, String(company))
      }
      const fields = fieldsOf(question)
      fields.set("mode", "other")
      assert.strictEqual((yield* press(browser, question, "allow", fields)).status, 422)
      assert.strictEqual(yield* grants, before)
    }))

  it.effect("binds a person of several companies to the one that they choose, with their part there", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const app = yield* client()
      yield* sql`insert into users (company_id, email, name, role, account_id)
        select ${companyIds.bolt}, email, name, 'viewer', account_id from users where name = 'admin' and company_id = ${companyIds.acme}`
      const browser = yield* webClient()
      const question = yield* toQuestion(browser, app.authorize(), "admin")
      assert.include(question.text, "bolt (you are viewer)")
      const shown = yield* press(browser, question, "allow", fieldsOf(question, { company: companyIds.bolt }))
      const back = yield* backFrom(browser, shown)
      const { json } = yield* app.exchange(back.searchParams.get("code")!)
      assert.strictEqual(json.scope, "crm:read", "all that a viewer has")
      const [grant] = yield* sql<{ company_id: number }>`select company_id from oauth_grants order by key_id desc limit 1`
      assert.strictEqual(grant!.company_id, companyIds.bolt)
      const listed = yield* send("/auth/oauth/grants", { key: "boltOwner" })
      assert.lengthOf(listed.json.items, 1)
      yield* sql`update users set removed_at = now() where name = 'admin' and company_id = ${companyIds.bolt}`
      assert.strictEqual((yield* app.refresh(json.refresh_token)).status, 400)
      const again = yield* toQuestion(browser, app.authorize(), "admin")
      assert.strictEqual((yield* press(browser, again, "allow", fieldsOf(again, { company: companyIds.bolt }))).status, 422)
    }))

  it.effect("asks a person, not an API key", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      assert.isString(secrets.acme)
      const shown = yield* toQuestion(browser, app.authorize(), "owner")
      assert.strictEqual(shown.status, 403)
      assert.include(shown.text, "needs a person")
    }))

  it.effect("goes on by itself first where a browser comes from the client's site without its session", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const browser = yield* webClient()
      const { to } = yield* browser.get(app.authorize())
      const moment = yield* browser.get(to!, { "sec-fetch-site": "cross-site" })
      assert.strictEqual(onwardsOf(moment.text), to)
    }))
})

layer(TestServer, { excludeTestServices: true })("connected clients", (it) => {
  const list = (key: "owner" | "admin" | "member") => Effect.map(send("/auth/oauth/grants", { key }), ({ json }) => json.items as ReadonlyArray<any>)

  it.effect("are shown to the person, and to who answers for the company", () =>
    Effect.gen(function*() {
      const app = yield* client({ client_name: "Lister" })
      for (const person of ["owner", "member"] as const) {
        const back = yield* agree(app.authorize(), person)
        yield* app.exchange(back.searchParams.get("code")!)
      }
      assert.deepStrictEqual((yield* list("member")).map(({ user }) => user.name), ["member"])
      const all = yield* list("admin")
      assert.deepStrictEqual(all.map(({ user }) => user.name), ["member", "owner"])
      assert.deepInclude(all[0], { client_id: app.client_id, client_name: "Lister", client_host: null, mode: "live", scopes: ["crm:read", "crm:write"] })
      const month = 59 * 86_400_000
      assert.isAbove(Date.parse(all[0].expires_at), Date.now() + month)
    }))

  it.effect("are cut off by one or the other, for good", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const sql = yield* OwnerSql
      const back = yield* agree(app.authorize(), "owner")
      const { json } = yield* app.exchange(back.searchParams.get("code")!)
      const [own] = yield* list("owner")
      assert.strictEqual((yield* send(`/auth/oauth/grants/${own.id}`, { key: "boltOwner", method: "DELETE" })).status, 404)
      const asked = yield* send(`/auth/oauth/grants/${own.id}`, { key: "admin", method: "DELETE" })
      assert.strictEqual(asked.status, 428, asked.text)
      const done = yield* send(`/auth/oauth/grants/${own.id}`, { key: "owner", method: "DELETE" })
      assert.strictEqual(done.status, 200, done.text)
      assert.strictEqual((yield* app.refresh(json.refresh_token)).status, 400)
      assert.deepStrictEqual((yield* app.introspect(json.access_token)).json, { active: false })
      assert.notInclude((yield* list("owner")).map(({ id }) => id), own.id)
      const [receipt] = yield* sql<{ changes: any }>`select changes from receipts where verb = 'revoke_oauth_grant' and audit order by id desc limit 1`
      assert.strictEqual(receipt!.changes[0].id, own.id)
      const again = yield* send(`/auth/oauth/grants/${own.id}`, { key: "owner", method: "DELETE" })
      assert.strictEqual(again.status, 200)
    }))
})
