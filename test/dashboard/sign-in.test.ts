import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { eventually } from "../support/eventually.ts"
import { emailOf, send, TestServer, TestServerWith, secrets } from "../support/test-server.ts"
import { hidden, webClient } from "./web-client.ts"

const elsewhere = { origin: "https://evil.example" }

layer(TestServer, { excludeTestServices: true })("signing in", (it) => {
  it.effect("takes a key once and gives a cookie that no script can read and no other site sends", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const away = yield* browser.get("/dashboard/receipts?session=run-1")
      assert.deepStrictEqual([away.status, away.to], [303, "/dashboard/sign-in?to=%2Fdashboard%2Freceipts%3Fsession%3Drun-1"])
      const form = yield* browser.get(away.to!)
      assert.strictEqual(hidden(form.text, "to"), "/dashboard/receipts?session=run-1")

      const entered = yield* browser.signIn("acme", "/dashboard/receipts?session=run-1")
      assert.deepStrictEqual([entered.status, entered.to], [303, "/dashboard/receipts?session=run-1"])
      const cookie = entered.headers.getSetCookie().find((line) => line.startsWith("dashboard="))!
      assert.match(cookie, /^dashboard=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/u)
      assert.strictEqual((yield* browser.get(entered.to!)).status, 200)
    }))

  it.effect("sends its page in the form that the browser likes best", () =>
    Effect.gen(function*() {
      for (const encoding of ["br", "zstd", "gzip", "identity"]) {
        const { headers, status, text } = yield* send("/dashboard/sign-in", { headers: { "accept-encoding": `${encoding}, gzip;q=0.5` } })
        assert.deepStrictEqual([status, headers.get("content-encoding") ?? "identity", headers.get("vary")], [200, encoding, "Accept-Encoding"])
        assert.strictEqual(Number(headers.get("content-length")) < Buffer.byteLength(text) / 2, encoding !== "identity")
        assert.match(headers.getSetCookie().join(), /^dashboard-visitor=/u)
        assert.isTrue(text.startsWith("<!DOCTYPE html>") || text.startsWith("<!doctype html>"))
      }
    }))

  it.effect("stands in the audit as failed where it did, and nothing is called made that was not", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      assert.strictEqual((yield* browser.enter(emailOf("member"), "not the password")).status, 401)
      yield* eventually(send("/auth/audit?verb=login_failed", { key: "acme" }), ({ json }) => json.total > 0)
      yield* browser.signIn("acme")
      const failed = yield* browser.get("/dashboard/audit?verb=login_failed")
      assert.match(failed.text, new RegExp(`Account \\d+: ${emailOf("member")} <span class="badge bad">failed</span>`, "u"))
      assert.notMatch(failed.text, /class="badge good">(?!live mode)/u)
      assert.strictEqual((yield* browser.enter(emailOf("member"))).status, 303)
      yield* browser.signIn("acme")
      assert.match((yield* browser.get("/dashboard/audit?verb=login")).text, /Session \d+: member <span class="badge good">made<\/span>/u)
    }))

  it.effect("keeps neither the key nor the token", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      const token = browser.cookies.get("dashboard")!
      const sql = yield* OwnerSql
      const rows = yield* sql<{ row: string }>`select s::text as row from dashboard_sessions s`
      assert.isAbove(rows.length, 0)
      for (const { row } of rows) {
        assert.notInclude(row, token)
        assert.notInclude(row, Buffer.from(token).toString("hex"))
        assert.notInclude(row, secrets.acme)
      }
    }))

  it.effect("says what is wrong with a key, and gives no session for it", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      for (const [key, reason] of [["revoked", "revoked"], ["expired", "expired"], ["elsewhere", "address"]] as const) {
        const { status, text } = yield* browser.signIn(key)
        assert.deepStrictEqual([status, browser.cookies.has("dashboard")], [422, false], key)
        assert.include(text, reason)
        assert.notInclude(text, secrets[key])
      }
      const { text } = yield* browser.get("/dashboard/sign-in")
      const typo = yield* browser.post("/dashboard/sign-in", { key: "sk_service_live_typo", proof: hidden(text, "proof") })
      assert.strictEqual(typo.status, 422)
      assert.include(typo.text, "malformed")
      assert.notInclude(typo.text, "typo")
    }))

  it.effect("takes the form only from its own page in the same browser", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const other = yield* webClient()
      const { text } = yield* browser.get("/dashboard/sign-in")
      const fields = { key: secrets.acme, proof: hidden(text, "proof") }
      const foreign = yield* browser.post("/dashboard/sign-in", fields, elsewhere)
      assert.strictEqual(foreign.status, 422)
      assert.include(foreign.text, "came without the header Origin of this address")
      assert.strictEqual((yield* browser.post("/dashboard/sign-in", fields, {})).status, 422)
      assert.strictEqual((yield* browser.post("/dashboard/sign-in", fields, { origin: "null" })).status, 422)
      assert.strictEqual((yield* browser.post("/dashboard/sign-in", { key: secrets.acme })).status, 422)
      assert.strictEqual((yield* other.post("/dashboard/sign-in", fields)).status, 422)
      const nearby = { origin: browser.base, "sec-fetch-site": "same-site" }
      assert.strictEqual((yield* browser.post("/dashboard/sign-in", fields, nearby)).status, 422)
      assert.strictEqual((yield* browser.post("/dashboard/sign-in", fields)).status, 303)
    }))

  it.effect("leads to a page of its own only", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      for (const to of [
        "https://evil.example", "//evil.example", "/dashboard//evil.example", "/dashboardevil", "/dashboard\\@evil",
        "/dashboard/sign-out", "/docs"
      ]) {
        const { to: led } = yield* browser.signIn("acme", to)
        assert.match(led!, /^\/dashboard(?:$|\/\/evil\.example$)/u, to)
        assert.strictEqual(new URL(led!, browser.base).origin, browser.base)
      }
    }))

  it.effect("ends with signing out, with the key, and when the key is narrowed to other addresses", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      const kept = browser.cookies.get("dashboard")!
      const out = yield* browser.press("/dashboard", "/dashboard/sign-out")
      assert.deepStrictEqual([out.status, out.to, browser.cookies.has("dashboard")], [303, "/dashboard/sign-in", false])
      browser.cookies.set("dashboard", kept)
      assert.strictEqual((yield* browser.get("/dashboard")).status, 303)

      for (const [key, change] of [
        ["cautious", sql`update api_keys set revoked_at = now() where label = 'cautious'`],
        ["acmeTest", sql`update api_keys set expires_at = now() where label = 'acmeTest'`],
        ["scopeless", sql`update api_keys set allowed_addresses = '{203.0.113.7}' where label = 'scopeless'`]
      ] as const) {
        const one = yield* webClient()
        yield* one.signIn(key)
        assert.strictEqual((yield* one.get("/dashboard")).status, 200, key)
        yield* change
        const before = Date.now()
        assert.strictEqual((yield* one.get("/dashboard")).status, 303, key)
        assert.isBelow(Date.now() - before, goal(1_000))
      }
    }))

  it.effect("lasts twelve hours, whatever one does", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      const [row] = yield* sql<{ hours: number }>`
        select extract(epoch from max(expires_at) - now())::float8 / 3600 as hours from dashboard_sessions`
      assert.closeTo(row!.hours, 12, 0.01)
      yield* sql`update dashboard_sessions set expires_at = now()`
      assert.strictEqual((yield* browser.get("/dashboard")).status, 303)
    }))

  it.effect("knows who comes from another site by their second step", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const first = yield* browser.get("/dashboard/consents/7", { "sec-fetch-site": "cross-site" })
      assert.strictEqual(first.status, 200)
      assert.include(first.text, "<meta http-equiv=\"refresh\" content=\"0; url=/dashboard/consents/7\"/>")
      assert.strictEqual((yield* browser.get("/dashboard/consents/7", { "sec-fetch-site": "same-origin" })).status, 303)
    }))
})

layer(TestServerWith({ publicRateLimit: 5, companyRateLimit: 3 }), { excludeTestServices: true })("signing in, often", (it) => {
  it.effect("is refused like any anonymous request, before the key is looked at", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      assert.strictEqual((yield* browser.signIn("acme")).status, 303)
      for (const remaining of ["2", "1", "0"]) {
        const { headers } = yield* browser.get("/dashboard")
        assert.strictEqual(headers.get("x-ratelimit-remaining"), remaining)
      }
      const refused = yield* browser.get("/dashboard")
      assert.deepStrictEqual([refused.status, refused.headers.get("content-type")], [429, "text/html; charset=utf-8"])
      assert.match(refused.headers.get("retry-after")!, /^\d+$/u)

      const guesser = yield* webClient()
      const { text } = yield* guesser.get("/dashboard/sign-in")
      const statuses: Array<number> = []
      for (let n = 0; n < 4; n++) {
        const guess = { key: secrets.revoked, proof: hidden(text, "proof") }
        statuses.push((yield* guesser.post("/dashboard/sign-in", guess)).status)
      }
      assert.deepStrictEqual(statuses, [422, 422, 429, 429])
    }))
})

const OverTls = TestServerWith({ siteUrl: Option.some("https://pages.example") })

layer(OverTls, { excludeTestServices: true })("signing in, over TLS", (it) => {
  it.effect("gives a cookie that only this host over TLS could have set", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const page = yield* browser.get("/dashboard/sign-in")
      const cookie = (name: string, seconds: number) =>
        new RegExp(`^__Host-${name}=[\\w-]{43}; Max-Age=${seconds}; Path=/; HttpOnly; Secure; SameSite=Strict$`, "u")
      assert.match(page.headers.get("set-cookie")!, cookie("dashboard-visitor", 3_600))
      const fields = { key: secrets.acme, proof: hidden(page.text, "proof") }
      const sent = yield* browser.post("/dashboard/sign-in", fields, { origin: "https://pages.example" })
      assert.strictEqual(sent.status, 303)
      assert.match(sent.headers.getSetCookie()[0]!, cookie("dashboard", 43_200))
    }))
})
