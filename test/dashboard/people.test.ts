import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { codeOf, forgetSteps, plain, wrongCode } from "../auth/authenticator.ts"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { at, emailOf, TestServer, SecondServer, TestServerWith, json, type Key, PASSWORD, send } from "../support/test-server.ts"
import { hidden, webClient } from "./web-client.ts"

const someone = Effect.fnUntraced(function*(name: Key) {
  const browser = yield* webClient()
  const { status, text } = yield* browser.enter(emailOf(name))
  assert.strictEqual(status, 303, text)
  return browser
})

/** The newest session of somebody, as the database has it. */
const newest = (name: Key) =>
  Effect.orDie(OwnerSql.use((sql) => sql<{ id: number; company_id: number; hours: number }>`
    select k.id, k.company_id, extract(epoch from k.expires_at - now())::float8 / 3600 as hours
    from api_keys k join users u on u.company_id = k.company_id and u.id = k.user_id
    where u.email = ${emailOf(name)} and k.kind = 'session' order by k.id desc limit 1`)).pipe(Effect.map(([row]) => row!))

layer(TestServer, { excludeTestServices: true })("people sign in to the pages", (it) => {
  it.effect("with address and password, under a cookie that no script can read, and are told who they are", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const entered = yield* browser.enter(emailOf("member"), PASSWORD, "/dashboard/receipts")
      assert.deepStrictEqual([entered.status, entered.to, entered.text], [303, "/dashboard/receipts", ""])
      const cookie = entered.headers.getSetCookie().find((line) => line.startsWith("dashboard="))!
      assert.match(cookie, /^dashboard=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/u)
      assert.isFalse(entered.headers.getSetCookie().some((line) => /rft_|eyJ/u.test(line)))
      const { text } = yield* browser.get("/dashboard")
      assert.include(text, `Signed in as member (${emailOf("member")}), member.`)
      assert.closeTo((yield* newest("member")).hours, 12, 0.1, "nobody can use it once the browser has forgotten it")
    }))

  it.effect("and keep the address they typed, never the password, when something is wrong", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const wrong = yield* browser.enter(emailOf("member"), "this is not <it>")
      assert.strictEqual(wrong.status, 401)
      assert.include(wrong.text, "The e-mail address or the password is wrong.")
      assert.include(wrong.text, `value="${emailOf("member")}"`)
      assert.notInclude(wrong.text, "this is not")
      const typo = yield* browser.enter("no address", "some password")
      assert.strictEqual(typo.status, 422)
      assert.match(typo.text, /id="email"[^>]*aria-describedby="email-wrong" aria-invalid="true"/u)
      assert.include(typo.text, "id=\"email-wrong\"")
      assert.notInclude(typo.text, "some password")
      const none = yield* browser.enter("", "")
      assert.strictEqual([...none.text.matchAll(/Please fill this in\./gu)].length, 1)
      assert.isFalse(browser.cookies.has("dashboard"))
    }))

  it.effect("and are told how long to wait after too many wrong passwords", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const seen: Array<number> = []
      for (let n = 0; n < 7; n++) seen.push((yield* browser.enter("throttled@team.example", `wrong ${n}`)).status)
      assert.strictEqual(seen.at(-1), 429, seen.join())
      const { text } = yield* browser.enter("throttled@team.example", "wrong once more")
      assert.match(text, /role="alert"[^]*\d+ (?:s|second|minute)/u)
      yield* OwnerSql.use((sql) => sql`delete from identity.throttles`)
    }))

  it.effect("under a new token each time, so that nobody can set it for them, and the one before ends", () =>
    Effect.gen(function*() {
      const attacker = yield* someone("viewer")
      const planted = attacker.cookies.get("dashboard")!
      const victim = yield* webClient()
      victim.cookies.set("dashboard", planted)
      assert.strictEqual((yield* victim.enter(emailOf("member"))).status, 303)
      assert.notStrictEqual(victim.cookies.get("dashboard"), planted)
      assert.notInclude((yield* attacker.get("/dashboard")).text, emailOf("member"))
      const made = "A".repeat(43)
      const other = yield* webClient()
      other.cookies.set("dashboard", made)
      assert.strictEqual((yield* other.enter(emailOf("member"))).status, 303)
      assert.notStrictEqual(other.cookies.get("dashboard"), made)
    }))

  it.effect("and out again, which ends the session of the API too", () =>
    Effect.gen(function*() {
      const browser = yield* someone("member")
      const { id } = yield* newest("member")
      const kept = browser.cookies.get("dashboard")!
      const out = yield* browser.press("/dashboard", "/dashboard/sign-out")
      assert.deepStrictEqual([out.status, out.to], [303, "/dashboard/sign-in"])
      browser.cookies.set("dashboard", kept)
      assert.strictEqual((yield* browser.get("/dashboard")).status, 303)
      const [row] = yield* OwnerSql.use((sql) => sql`select 1 from api_keys where id = ${id} and revoked_at is not null`)
      assert.isDefined(row)
    }))

  it.effect("with a code where two-factor authentication is on; what waits for it is this browser's alone and soon over", () =>
    Effect.gen(function*() {
      yield* plain("admin")
      const browser = yield* someone("admin")
      const set = yield* browser.press("/dashboard/account", "/dashboard/account/two-factor")
      assert.strictEqual(set.status, 200, set.text)
      assert.include(set.headers.get("content-security-policy")!, "img-src 'self' data:")
      const secret = /<code class="secret">([^<]+)</u.exec(set.text)![1]!.replaceAll(" ", "")
      assert.notInclude((yield* browser.get("/dashboard/account")).text, secret.slice(0, 4) + " ")
      const again = yield* browser.press("/dashboard/account", "/dashboard/account/two-factor/confirm", { code: wrongCode(secret) })
      assert.notInclude(again.text, secret)
      assert.include(again.text, "id=\"code\"")
      const on = yield* browser.press("/dashboard/account", "/dashboard/account/two-factor/confirm", { code: codeOf(secret) })
      assert.strictEqual(on.status, 200, on.text)
      const codes = [...on.text.matchAll(/\b(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\b/gu)].map(([one]) => one)
      assert.strictEqual(codes.length, 10)
      assert.notInclude((yield* browser.get("/dashboard/account")).text, codes[0]!)

      const second = yield* webClient()
      const half = yield* second.enter(emailOf("admin"), PASSWORD, "/dashboard/runs")
      assert.deepStrictEqual([half.status, half.to], [303, "/dashboard/sign-in/code?to=%2Fdashboard%2Fruns"])
      assert.isFalse(second.cookies.has("dashboard"))
      const cookie = half.headers.getSetCookie().find((line) => line.startsWith("dashboard-halfway="))!
      assert.match(cookie, /; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/u)
      for (const form of [PASSWORD, Buffer.from(PASSWORD).toString("base64url"), emailOf("admin")]) assert.notInclude(cookie, form)
      const page = yield* second.get(half.to!)
      assert.include(page.text, emailOf("admin"))
      assert.notInclude(page.text, PASSWORD)

      const thief = yield* webClient()
      yield* thief.get("/dashboard/sign-in")
      thief.cookies.set("dashboard-halfway", second.cookies.get("dashboard-halfway")!)
      assert.match((yield* thief.get("/dashboard/sign-in/code")).to!, /done=late/u)
      const nobody = yield* webClient()
      assert.match((yield* nobody.get("/dashboard/sign-in/code")).to!, /done=late/u)

      const send = (code: string) => second.post("/dashboard/sign-in/code", { code, to: hidden(page.text, "to"), proof: hidden(page.text, "proof") })
      const wrong = yield* send(wrongCode(secret))
      assert.strictEqual(wrong.status, 401)
      assert.isFalse(second.cookies.has("dashboard"))
      yield* forgetSteps("admin")
      const right = yield* send(codeOf(secret))
      assert.deepStrictEqual([right.status, right.to], [303, "/dashboard/runs"])
      assert.isFalse(second.cookies.has("dashboard-halfway"))
      const recovered = yield* webClient()
      const back = yield* recovered.enter(emailOf("admin"))
      const { text } = yield* recovered.get(back.to!)
      assert.strictEqual((yield* recovered.post("/dashboard/sign-in/code", { code: codes[0]!, proof: hidden(text, "proof") })).status, 303)
      yield* plain("admin")
    }))

  it.effect("and go to the other mode without a password, in a session of its own that has proved nothing", () =>
    Effect.gen(function*() {
      const browser = yield* someone("owner")
      const before = yield* newest("owner")
      const moved = yield* browser.press("/dashboard/companies", "/dashboard/companies", { company: String(before.company_id), mode: "test" })
      assert.deepStrictEqual([moved.status, moved.to], [303, "/dashboard"])
      assert.match((yield* browser.get("/dashboard")).text, /class="badge wait">test mode</u)
      const after = yield* newest("owner")
      assert.notStrictEqual(after.id, before.id)
      const [row] = yield* OwnerSql.use((sql) => sql<{ over: boolean; proved: boolean }>`
        select k.revoked_at is not null as over, (select stepped_up_at is not null from sessions where key_id = ${after.id}) as proved
        from api_keys k where k.id = ${before.id}`)
      assert.deepStrictEqual(row, { over: true, proved: false })
      const asked = yield* browser.press("/dashboard/account", "/dashboard/account/two-factor")
      assert.deepStrictEqual([asked.status, asked.text.includes("Is it you?")], [403, true])
      const foreign = yield* browser.press("/dashboard/companies", "/dashboard/companies", { company: "2", mode: "live" })
      assert.strictEqual(foreign.status, 404)
    }))

  it.effect("and switch the mode in the header of every page, which says which one is on, and go on where they were", () =>
    Effect.gen(function*() {
      const browser = yield* someone("member")
      const switched = Effect.fnUntraced(function*(path: string, from: "live" | "test", to: string) {
        const { text } = yield* browser.get(path)
        const other = from === "live" ? "test" : "live"
        assert.include(text, `>${from} mode</span>`, path)
        assert.match(text, new RegExp(`Switch to ${other}<span class="unseen"> mode</span>`, "u"), path)
        const form = text.slice(text.indexOf("class=\"mode\"")).split("</form>")[0]!
        const fields = Object.fromEntries(["proof", "company", "mode", "to"].map((name) => [name, hidden(form, name)]))
        assert.strictEqual((yield* browser.post("/dashboard/companies", { ...fields, proof: "another's" })).status, 403)
        const moved = yield* browser.post("/dashboard/companies", fields)
        assert.deepStrictEqual([moved.status, moved.to], [303, to], path)
        assert.include((yield* browser.get(to)).text, `>${other} mode</span>`, to)
      })
      yield* switched("/dashboard", "live", "/dashboard")
      yield* switched("/dashboard/receipts?session=a%26b", "test", "/dashboard/receipts?session=a%26b")
      yield* switched("/dashboard/consents?state=all&done=rejected", "live", "/dashboard/consents?state=all")
      yield* switched("/dashboard/members", "test", "/dashboard/members")
      const mail = yield* send("/webhooks", { key: "acme", method: "POST", ...json({ url: "https://hooks.example/a", events: ["contact.created"] }) })
      yield* switched(`/dashboard/webhooks/${mail.json.id}`, "live", "/dashboard/webhooks")
      const dashboard = yield* send("/analytics/dashboards", { key: "acme", method: "POST", ...json({ name: "Week", tiles: [] }) })
      const shared = `/dashboard/analytics/dashboards/${dashboard.json.id}`
      yield* switched(shared, "test", shared)
      const { text } = yield* browser.get("/dashboard/nothing")
      assert.include(text, "Switch to test")
      const away = yield* browser.press("/dashboard", "/dashboard/companies", { company: hidden(text, "company"), mode: "test", to: "https://evil.example/" })
      assert.strictEqual(away.to, "/dashboard")
      const key = yield* webClient()
      yield* key.signIn("acmeTest")
      const own = (yield* key.get("/dashboard/receipts")).text
      assert.include(own, ">test mode</span>")
      assert.notInclude(own, "Switch to", "a key has one mode")
    }))
})

layer(TestServer, { excludeTestServices: true })("a session of the pages", (it) => {
  it.effect("ends on every process within a second when what it stands on is cut off", () =>
    Effect.gen(function*() {
      const beside = yield* Layer.build(SecondServer())
      const sql = yield* OwnerSql
      for (const [name, end] of [
        ["member", (id: number) => send(`/auth/sessions/${id}`, { key: "owner", method: "DELETE" })],
        ["viewer", () => sql`update users set removed_at = now() where email = ${emailOf("viewer")}`],
        ["admin", (id: number) => sql`update api_keys set revoked_at = now() where id = ${id}`]
      ] as const) {
        const here = yield* someone(name)
        const there = yield* at(beside, webClient())
        there.cookies.set("dashboard", here.cookies.get("dashboard")!)
        assert.deepStrictEqual([(yield* here.get("/dashboard")).status, (yield* there.get("/dashboard")).status], [200, 200], name)
        yield* end((yield* newest(name)).id)
        const began = Date.now()
        while ((yield* there.get("/dashboard")).status !== 303 && Date.now() - began < goal(1_000)) yield* Effect.sleep("20 millis")
        assert.isBelow(Date.now() - began, goal(1_000), name)
        assert.strictEqual((yield* here.get("/dashboard")).status, 303, name)
      }
    }))
})

layer(TestServerWith({ publicRateLimit: 6 }), { excludeTestServices: true })("signing in by password, often", (it) => {
  it.effect("counts against the rate limit of anonymous requests", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const { text } = yield* browser.get("/dashboard/sign-in")
      const seen: Array<number> = []
      for (let n = 0; n < 6; n++) {
        seen.push((yield* browser.post("/dashboard/sign-in", { email: "a@b.example", password: "x", proof: hidden(text, "proof") })).status)
      }
      assert.strictEqual(seen.at(-1), 429)
    }))
})
