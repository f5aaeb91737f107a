import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { emailTo } from "../auth/post.ts"
import { markupFaults } from "../support/markup.ts"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { emailOf, TestServerWith, json, type Key, PASSWORD, send } from "../support/test-server.ts"
import { FOREIGN, hidden, type Shown, webClient } from "./web-client.ts"

const dataDir = join(tmpdir(), `settings-${crypto.randomUUID()}`)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const someone = Effect.fnUntraced(function*(name: Key) {
  const browser = yield* webClient()
  assert.strictEqual((yield* browser.enter(emailOf(name))).status, 303)
  return browser
})

const keyIn = (text: string) => /sk_service_(?:test|live)_[A-Za-z0-9]+/u.exec(text)?.[0]

/** What is in the form that a page asks with, to be pressed again. */
const fieldsIn = (text: string, action: string) => {
  const form = text.slice(text.indexOf(`action="${action}"`))
  const whole = form.slice(0, form.indexOf("</form>"))
  return Object.fromEntries([...whole.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/gu)].map(([, name, value]) => [name!, value!]))
}

const unframed = ({ headers }: Shown, path: string) => {
  assert.include(headers.get("content-security-policy")!, "frame-ancestors 'none'", path)
  assert.include(headers.get("content-security-policy")!, "default-src 'none'", path)
  assert.strictEqual(headers.get("x-frame-options"), "DENY", path)
  assert.strictEqual(headers.get("cache-control"), "no-store", path)
}

const forGuests = ["/sign-in", "/sign-up", "/verify", "/verify/again", "/forgot", "/reset", "/invitation"]

const forMembers = ["/account", "/account/password", "/companies", "/members", "/keys", "/keys/new", "/clients", "/audit"]

const acts = [
  "/sign-out", "/companies", "/account/sessions/end", "/account/sessions/1/end", "/account/password", "/account/two-factor",
  "/account/two-factor/confirm", "/account/two-factor/recovery-codes", "/account/two-factor/disable", "/members", "/members/1",
  "/members/1/remove", "/members/invitations/1/withdraw", "/keys/new", "/keys/1/rotate", "/keys/1/revoke", "/keys/1/standing",
  "/clients/1/revoke"
]

layer(TestServerWith({ dataDir }), { excludeTestServices: true })("the settings", (it) => {
  const proved = OwnerSql.use((sql) => sql`update sessions set stepped_up_at = now()`)
  const unproved = OwnerSql.use((sql) => sql`update sessions set stepped_up_at = null`)

  it.effect("stand in no frame, run no script and know one thing by one id", () =>
    Effect.gen(function*() {
      const guest = yield* webClient()
      const member = yield* someone("admin")
      for (const [browser, paths] of [[guest, forGuests], [member, forMembers]] as const) {
        for (const path of paths) {
          const page = yield* browser.get(`/dashboard${path}`)
          assert.strictEqual(page.status, 200, `${path} ${page.text}`)
          assert.deepStrictEqual(markupFaults(page.text), [], path)
          unframed(page, path)
          assert.notMatch(page.text, FOREIGN, path)
          assert.strictEqual([...page.text.matchAll(/<h1>/gu)].length, 1, path)
          const ids = [...page.text.matchAll(/\sid="([^"]+)"/gu)].map(([, id]) => id!)
          assert.strictEqual(new Set(ids).size, ids.length, `${path}: ${ids.join()}`)
          for (const [, id] of page.text.matchAll(/<label for="([^"]+)"/gu)) assert.include(ids, id!, path)
        }
      }
    }))

  it.effect("do nothing for a form that is not from a page of the same session", () =>
    Effect.gen(function*() {
      const browser = yield* someone("owner")
      const other = yield* someone("owner")
      const own = hidden((yield* browser.get("/dashboard/account")).text, "proof")
      const theirs = hidden((yield* other.get("/dashboard/account")).text, "proof")
      const receipts = OwnerSql.use((sql) => sql<{ n: number }>`select count(*) as n from receipts`)
      const before = yield* receipts
      for (const path of acts) {
        for (const [fields, headers] of [
          [{}, { origin: browser.base }], [{ proof: theirs }, { origin: browser.base }], [{ proof: own }, { origin: "https://evil.example" }],
          [{ proof: own }, {}], [{ proof: own }, { origin: browser.base, "sec-fetch-site": "cross-site" }]
        ] as const) {
          const sent = yield* browser.post(`/dashboard${path}`, fields, headers)
          assert.strictEqual(sent.status, 403, `${path} ${JSON.stringify(headers)}`)
          assert.include(sent.text, "Nothing was done", path)
        }
      }
      const guest = yield* webClient()
      const { text } = yield* guest.get("/dashboard/sign-up")
      const filled = { email: "new@team.example", password: "a loom that weaves algebra", name: "N", company_name: "C", token: "abc" }
      for (const path of forGuests) {
        const foreign = yield* guest.post(`/dashboard${path}`, { ...filled, proof: hidden(text, "proof") }, { origin: "https://evil.example" })
        assert.strictEqual(foreign.status, 422, path)
        assert.include(foreign.text, "The form was not the one this browser was given", path)
        assert.notInclude(foreign.text, "weaves algebra", path)
      }
      assert.deepStrictEqual(yield* receipts, before)
    }))

  it.effect("show a new key once, after its maker proved who they are, with the form kept and no secret in it", () =>
    Effect.gen(function*() {
      const browser = yield* someone("admin")
      yield* unproved
      const { text } = yield* browser.get("/dashboard/keys/new")
      const form = new URLSearchParams({ proof: hidden(text, "proof"), label: "Till <1>", mode: "live" })
      for (const scope of ["crm:read", "crm:write"]) form.append("scopes", scope)
      const asked = yield* browser.send("/dashboard/keys/new", form)
      assert.strictEqual(asked.status, 403, asked.text)
      assert.include(asked.text, "Is it you?")
      assert.include(asked.text, "name=\"label\" value=\"Till &lt;1>\"")
      assert.strictEqual([...asked.text.matchAll(/name="scopes"/gu)].length, 2)
      form.set("step_up", "password")
      form.set("step_up_password", "not my password")
      const wrong = yield* browser.send("/dashboard/keys/new", form)
      assert.notInclude(wrong.text, "not my password")
      assert.include(wrong.text, "The password is wrong.")
      assert.isUndefined(keyIn(wrong.text))
      form.set("step_up_password", PASSWORD)
      const made = yield* browser.send("/dashboard/keys/new", form)
      assert.strictEqual(made.status, 200, made.text)
      const key = keyIn(made.text)!
      assert.strictEqual(made.text.split(key).length, 2, "it stands there once")
      const used = yield* send("/crm/contacts?limit=1", { headers: { authorization: `Bearer ${key}` } })
      assert.strictEqual(used.status, 200)
      for (const path of ["/keys", "/audit", "/receipts"]) assert.notInclude((yield* browser.get(`/dashboard${path}`)).text, key)
    }))

  it.effect("tell beside each field what is wrong with it, and keep the others", () =>
    Effect.gen(function*() {
      const browser = yield* someone("admin")
      const sent = yield* browser.press("/dashboard/keys/new", "/dashboard/keys/new", {
        label: "", mode: "test", scopes: "crm:read", allowed_addresses: "203.0.113.7 nowhere"
      })
      assert.strictEqual(sent.status, 422)
      assert.match(sent.text, /id="label"[^>]*aria-describedby="label-help label-wrong" aria-invalid="true" autofocus/u)
      assert.include(sent.text, "id=\"allowed_addresses-wrong\"")
      assert.include(sent.text, "value=\"203.0.113.7 nowhere\"")
      const unscoped = yield* browser.press("/dashboard/keys/new", "/dashboard/keys/new", { label: "Bare", mode: "test" })
      assert.include(unscoped.text, "id=\"scopes-wrong\"")
    }))

  it.effect("show what would change before a key is revoked, and one press agrees and does it", () =>
    Effect.gen(function*() {
      yield* proved
      const browser = yield* someone("admin")
      const made = yield* browser.press("/dashboard/keys/new", "/dashboard/keys/new", { label: "Spare", mode: "test", scopes: "crm:read" })
      const key = keyIn(made.text)!
      const page = /href="(\/dashboard\/keys\/\d+)">Spare</u.exec((yield* browser.get("/dashboard/keys")).text)![1]!
      const asked = yield* browser.press(page, `${page}/revoke`)
      assert.strictEqual(asked.status, 428)
      assert.include(asked.text, "Revoked at")
      assert.isUndefined(keyIn(asked.text.replaceAll(/sk_service_test_\w{4}…/gu, "")))
      const opens = Effect.map(send("/crm/contacts?limit=1", { headers: { authorization: `Bearer ${key}` } }), ({ status }) => status)
      assert.strictEqual(yield* opens, 200)

      const fields = fieldsIn(asked.text, `${page}/revoke`)
      const contact = yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: "Kept" }) })
      const foreign = yield* send(`/crm/contacts/${contact.json.id}`, { key: "cautious", method: "DELETE" })
      const other = yield* browser.post(`${page}/revoke`, { ...fields, consent: String(foreign.json.consent.id) })
      assert.strictEqual(other.status, 409)
      const still = yield* send(`/agent/consents/${foreign.json.consent.id}`, { key: "acme" })
      assert.strictEqual(still.json.state, "proposed", "nothing is agreed to that was not shown")
      assert.strictEqual(yield* opens, 200)

      const done = yield* browser.post(`${page}/revoke`, fields)
      assert.deepStrictEqual([done.status, done.to], [303, `${page}?done=revoked`])
      const began = Date.now()
      while ((yield* opens) !== 401 && Date.now() - began < goal(1_000)) yield* Effect.sleep("20 millis")
      assert.isBelow(Date.now() - began, goal(1_000))
      const receipts = (yield* browser.get("/dashboard/audit?verb=revoke_api_key")).text
      assert.include(receipts, "admin")
    }))

  it.effect("let everybody agree to what is about their own account", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const browser = yield* someone("member")
      yield* sql`update identity.accounts set totp_secret = '', totp_confirmed_at = now() - interval '1 hour' where email = ${emailOf("member")}`
      yield* proved
      const asked = yield* browser.press("/dashboard/account", "/dashboard/account/two-factor/disable")
      assert.strictEqual(asked.status, 428, asked.text)
      assert.notInclude(asked.text, "consents:approve")
      const consent = hidden(asked.text, "consent")
      const off = yield* browser.press("/dashboard/account", "/dashboard/account/two-factor/disable", { consent })
      assert.deepStrictEqual([off.status, off.to], [303, "/dashboard/account?done=off"], off.text)
    }))

  it.effect("offer nothing to manage to who may not manage", () =>
    Effect.gen(function*() {
      const viewer = yield* someone("viewer")
      const members = yield* viewer.get("/dashboard/members")
      assert.strictEqual(members.status, 200)
      assert.notInclude(members.text, "Send the invitation")
      assert.include(members.text, "This needs an admin of the company; you are a viewer.")
      const keys = yield* viewer.get("/dashboard/keys")
      assert.strictEqual(keys.status, 403)
      const key = yield* webClient()
      yield* key.signIn("acme")
      for (const path of forMembers.filter((path) => path !== "/audit")) {
        const { text } = yield* key.get(`/dashboard${path}`)
        assert.include(text, "This is for people.", path)
      }
    }))

  it.effect("take in whom they invite, by an e-mail whose link does nothing by itself", () =>
    Effect.gen(function*() {
      const admin = yield* someone("admin")
      const { text } = yield* admin.get("/dashboard/members")
      const invited = yield* admin.post("/dashboard/members", {
        proof: hidden(text, "proof"), once: hidden(text, "once"), email: "new@colleague.example", role: "member"
      })
      assert.deepStrictEqual([invited.status, invited.to], [303, "/dashboard/members?done=invited"])
      const email = yield* emailTo(dataDir, "new@colleague.example")
      const path = `/dashboard/invitation?token=${email.token}`
      const guest = yield* webClient()
      for (let n = 0; n < 3; n++) {
        const page = yield* guest.get(path, { "sec-fetch-site": "cross-site" })
        assert.strictEqual(page.headers.get("referrer-policy"), "strict-origin")
        unframed(page, path)
      }
      const form = (yield* guest.get(path)).text
      assert.match(form, /invited new@colleague\.example as member/u)
      const weak = yield* guest.post("/dashboard/invitation", {
        proof: hidden(form, "proof"), token: email.token, who: "new", name: "New Colleague", password: "password123"
      })
      assert.strictEqual(weak.status, 422, weak.text)
      assert.include(weak.text, "id=\"password-wrong\"")
      assert.include(weak.text, "value=\"New Colleague\"")
      assert.notInclude(weak.text, "password123")
      const joined = yield* guest.post("/dashboard/invitation", {
        proof: hidden(weak.text, "proof"), token: email.token, who: "new", name: "New Colleague", password: "a loom that weaves algebra"
      })
      assert.deepStrictEqual([joined.status, joined.to], [303, "/dashboard"], joined.text)
      assert.include((yield* guest.get("/dashboard")).text, "Signed in as New Colleague (new@colleague.example), member.")
      const again = yield* webClient()
      const second = (yield* again.get(path)).text
      assert.include(second, "This invitation is over")
      assert.notInclude(second, "action=\"/dashboard/invitation\"")
      const spent = yield* again.post("/dashboard/invitation", {
        proof: hidden((yield* again.get("/dashboard/forgot")).text, "proof"), token: email.token, who: "known", password: "a loom that weaves algebra"
      })
      assert.oneOf(spent.status, [401, 404])
    }))

  it.effect("verify an address and set a new password by a press, not by a link", () =>
    Effect.gen(function*() {
      const guest = yield* webClient()
      const { text } = yield* guest.get("/dashboard/sign-up")
      const signUp = {
        proof: hidden(text, "proof"), once: hidden(text, "once"), name: "Ada Lovelace", company_name: "Engines", email: "Ada@Engines.example",
        password: "a loom that weaves algebra", currency: "GBP", time_zone: "Europe/London"
      }
      const asked = yield* guest.post("/dashboard/sign-up", signUp)
      assert.deepStrictEqual([asked.status, asked.to], [200, null], asked.text)
      assert.notInclude(asked.text, "weaves algebra")
      const email = yield* emailTo(dataDir, "ada@engines.example")
      const path = `/dashboard/verify?token=${email.token}`
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* guest.get(path)).headers.get("referrer-policy"), "strict-origin")
      assert.strictEqual((yield* guest.enter("ada@engines.example", signUp.password)).status, 403)
      const done = yield* guest.press(path, "/dashboard/verify", { token: email.token })
      assert.deepStrictEqual([done.status, done.to], [303, "/dashboard/sign-in?done=verified"])
      const stale = yield* guest.press(path, "/dashboard/verify", { token: email.token })
      assert.strictEqual(stale.status, 401)
      assert.include(stale.text, "Ask for another e-mail")

      yield* guest.press("/dashboard/forgot", "/dashboard/forgot", { email: "ada@engines.example" })
      const reset = yield* emailTo(dataDir, "ada@engines.example", 2)
      const kept = yield* guest.press(`/dashboard/reset?token=${reset.token}`, "/dashboard/reset", {
        token: reset.token, password: "punched cards in a drawer"
      })
      assert.deepStrictEqual([kept.status, kept.to], [303, "/dashboard/sign-in?done=reset"], kept.text)
      assert.strictEqual((yield* guest.enter("ada@engines.example", signUp.password)).status, 401)
      assert.strictEqual((yield* guest.enter("ada@engines.example", "punched cards in a drawer")).status, 303)
      const overview = yield* guest.get("/dashboard")
      assert.include(overview.text, "Times are in Europe/London.")
      const changed = yield* guest.press("/dashboard/account/password", "/dashboard/account/password", {
        current_password: "punched cards in a drawer", new_password: "short"
      })
      assert.strictEqual(changed.status, 422)
      assert.include(changed.text, "This needs at least 10 characters.")
      assert.notInclude(changed.text, "punched cards")
    }))
})
