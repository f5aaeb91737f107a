import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { begin, home, run } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { TestServer } from "../support/test-server.ts"
import { webClient } from "../dashboard/web-client.ts"
import { client, form } from "./client.ts"
import { agree, backFrom, type Choice, press, fieldsOf, tickedOn, toQuestion } from "./driver.ts"

/** A settings folder of its own, and what the command line keeps in it. */
const settings = Effect.map(home, (folder) => {
  const file = join(folder, "business-platform", "profiles.json")
  const read = () => JSON.parse(readFileSync(file, "utf8"))
  return { environment: { XDG_CONFIG_HOME: folder }, file, read, change: (all: object) => writeFileSync(file, JSON.stringify(all)) }
})

/** Begins to sign in, and waits for the address that a person is to open. */
const beginning = Effect.fnUntraced(function*(base: string, environment: Record<string, string>, more: ReadonlyArray<string> = []) {
  const command = yield* begin(["login", "--url", base, ...more], environment)
  const address = yield* Effect.sync(() => /^(http\S+\/oauth\/authorize\?\S+)$/mu.exec(command.said.err)?.[1]).pipe(
    Effect.repeat({ until: (found) => found !== undefined, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("2 minutes"),
    Effect.orDie
  )
  return { address: address!, ended: command.ended }
})

const visit = (address: URL | string) => Effect.promise(async () => {
  const response = await fetch(address)
  return { status: response.status, text: await response.text() }
})

const signedIn = Effect.fnUntraced(function*(base: string, environment: Record<string, string>, choice: Choice, more: ReadonlyArray<string> = []) {
  const { address, ended } = yield* beginning(base, environment, more)
  assert.strictEqual((yield* visit(yield* agree(address, "owner", choice))).status, 200)
  const end = yield* ended
  assert.strictEqual(end.code, 0, end.err)
  return end.out
})

const opens = (address: string, token: string, init: RequestInit = {}) =>
  Effect.promise(async () => (await fetch(address, { ...init, headers: { authorization: `Bearer ${token}`, "content-type": "application/json" } })).status)

layer(TestServer, { excludeTestServices: true })("service login", (it) => {
  it.effect("has a person agree in the browser, and acts for them at the REST API until it signs out", () =>
    Effect.gen(function*() {
      const { base } = yield* client()
      const { environment, file, read } = yield* settings
      const { address, ended } = yield* beginning(base, environment)
      const browser = yield* webClient()
      const question = yield* toQuestion(browser, address, "owner")
      assert.include(question.text, "This service: it is its command line")
      assert.isTrue(tickedOn(question.text).every((scope) => scope.endsWith(":read")))
      const answer = yield* backFrom(browser, yield* press(browser, question, "allow", fieldsOf(question, { mode: "test" })))
      assert.match(answer.href, /^http:\/\/127\.0\.0\.1:\d+\/callback\?/u)

      const forged = new URL(answer)
      forged.searchParams.set("state", "x".repeat(43))
      const elsewhere = new URL(answer)
      elsewhere.pathname = "/"
      for (const wrong of [forged, elsewhere]) {
        const { status, text } = yield* visit(wrong)
        assert.deepStrictEqual([status, text.includes("This is not what the command line waits for")], [400, true])
      }
      const back = yield* visit(answer)
      assert.deepStrictEqual([back.status, back.text.includes("You can close this page")], [200, true])
      const end = yield* ended
      assert.strictEqual(end.code, 0, end.err)
      assert.match(end.out, new RegExp(`^Signed in to acme at ${base}, test mode, as profile default\\. It may: crm:read, `, "u"))
      assert.notInclude(end.out, ":write")
      assert.isTrue(yield* Effect.promise(() => fetch(answer).then(() => false, () => true)), "nobody listens any more")

      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      const { default: kept } = read()
      assert.deepStrictEqual(Object.keys(kept).toSorted(), ["company", "mode", "tokens", "url"])
      for (const secret of [kept.tokens.access, kept.tokens.refresh]) assert.notInclude(end.out + end.err, secret)

      const me = yield* run(["api", "get_me"], environment)
      assert.deepInclude(JSON.parse(me.out), { credential: "grant", agent: "Command line", mode: "test" }, me.err)
      const listed = yield* run(["export", "list_pipelines", "--format", "ndjson"], environment)
      assert.deepStrictEqual([listed.code, listed.err], [0, ""])
      const refused = yield* run(["api", "create_contact", "email=cli@x.example"], environment)
      assert.deepStrictEqual([refused.code, JSON.parse(refused.out).scope], [1, "crm:write"], refused.err)

      assert.strictEqual(yield* opens(`${base}/api/v1/auth/me`, kept.tokens.access), 200)
      assert.strictEqual(yield* opens(`${base}/api/v1/auth/me`, kept.tokens.refresh), 401)
      assert.strictEqual(yield* opens(`${base}/api/mcp/connector`, kept.tokens.access, { method: "POST", body: "{}" }), 401, "not at the connector")
      const out = yield* run(["logout"], environment)
      assert.deepStrictEqual([out.code, out.out], [0, `Signed out of acme at ${base}.\n`], out.err)
      assert.strictEqual(yield* opens(`${base}/api/v1/auth/me`, kept.tokens.access), 401)
      assert.deepStrictEqual(read(), {})
    }))

  it.effect("gets what it asks for, keeps it fresh for many at once, and tells when it was cut off", () =>
    Effect.gen(function*() {
      const { base } = yield* client()
      const { change, environment, read } = yield* settings
      const sql = yield* OwnerSql
      const out = yield* signedIn(base, environment, { mode: "live" }, ["--scopes", "crm:read, crm:write", "--profile", "shop"])
      assert.include(out, "live mode, as profile shop. It may: crm:read, crm:write.\n")
      const asShop = ["api", "get_me", "--profile", "shop"]

      const { shop } = read()
      change({ shop: { ...shop, tokens: { ...shop.tokens, expires_at: 0 } } })
      for (const { code, err } of yield* Effect.all([run(asShop, environment), run(asShop, environment)], { concurrency: 2 })) assert.strictEqual(code, 0, err)
      const { shop: renewed } = read()
      assert.notStrictEqual(renewed.tokens.refresh, shop.tokens.refresh)
      assert.isAbove(renewed.tokens.expires_at, Date.now())

      yield* signedIn(base, environment, { mode: "live" }, ["--scopes", "all", "--profile", "shop"])
      assert.strictEqual(yield* opens(`${base}/api/v1/auth/me`, renewed.tokens.access), 401, "the one before is ended")
      yield* sql`update api_keys set revoked_at = now() where kind = 'grant' and label = 'Command line'`
      const { shop: last } = read()
      change({ shop: { ...last, tokens: { ...last.tokens, expires_at: 0 } } })
      const cut = yield* run(asShop, environment)
      assert.deepStrictEqual([cut.code, cut.err.trim()], [1, `The connection to ${base} has ended: sign in again with service login --profile shop.`])
    }))

  it.effect("keeps nothing where nobody agrees, or what it asks for is nobody's to give", () =>
    Effect.gen(function*() {
      const { base } = yield* client()
      const { environment } = yield* settings
      const { address, ended } = yield* beginning(base, environment)
      const browser = yield* webClient()
      const question = yield* toQuestion(browser, address, "owner")
      yield* visit(yield* backFrom(browser, yield* press(browser, question, "deny", fieldsOf(question))))
      const end = yield* ended
      assert.deepStrictEqual([end.code, end.err.trim().split("\n").at(-1)], [1, "Nobody agreed: nothing was connected."])
      const wrong = yield* run(["login", "--url", base, "--scopes", "crm:reed"], environment)
      assert.deepStrictEqual([wrong.code, wrong.err.includes(`Nobody can give the scope "crm:reed". Did you mean crm:read?`)], [1, true], wrong.err)
      assert.strictEqual((yield* run(["profiles"], environment)).out, "")
    }))

  it.effect("is answered on the machine of the browser only, for the REST API only, with a code that is good once", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const own = { client_id: "command-line", redirect_uri: "http://127.0.0.1:7799/callback", resource: `${app.base}/api/v1` }
      const code = (yield* agree(app.authorize(own), "owner")).searchParams.get("code")!
      const first = yield* app.exchange(code, own)
      assert.strictEqual(first.status, 200, JSON.stringify(first.json))
      assert.strictEqual(yield* opens(`${app.base}/api/v1/crm/contacts`, first.json.access_token), 200)
      const second = yield* app.exchange(code, own)
      assert.deepStrictEqual([second.status, second.json.error], [400, "invalid_grant"])
      assert.strictEqual(yield* opens(`${app.base}/api/v1/crm/contacts`, first.json.access_token), 401, "what it gave is gone")

      const refused = yield* webClient()
      for (const changed of [{ redirect_uri: "https://evil.example/callback" }, { redirect_uri: "http://127.0.0.1:7799/other" }, { resource: app.resource }]) {
        const { status, to } = yield* refused.get(app.authorize({ ...own, ...changed }))
        assert.deepStrictEqual([status, to], [400, null], JSON.stringify(changed))
      }
      const other = yield* refused.get(app.authorize({ resource: own.resource }))
      assert.strictEqual(other.status, 400, "no other client gets tokens for the REST API")
      const { json } = yield* form(app.base, "/oauth/token", { grant_type: "urn:ietf:params:oauth:grant-type:device_code", client_id: "command-line" })
      assert.strictEqual(json.error, "unsupported_grant_type")
    }))
})
