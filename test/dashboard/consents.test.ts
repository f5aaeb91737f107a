import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { contact, get, isThere, propose, remove, stateOf } from "../agents/consent-calls.ts"
import { emailOf, json, type Key, send, TestServer } from "../support/test-server.ts"
import { hidden, webClient } from "./web-client.ts"

const someone = Effect.fnUntraced(function*(who: Key) {
  const browser = yield* webClient()
  assert.strictEqual((yield* browser.enter(emailOf(who))).status, 303)
  return browser
})

const titleIn = (text: string) => /<title>([^<]*)<\/title>/u.exec(text)![1]!

layer(TestServer, { excludeTestServices: true })("the pages of consents", (it) => {
  it.effect("say what would be lost, whether it comes back and whose records they are, before the decision", () =>
    Effect.gen(function*() {
      const made = yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: "Paula", last_name: "Dahl", phone: "+4722123456" }) })
      yield* send("/crm/deals", { key: "acme", method: "POST", ...json({ title: "Manuals", amount: 100, contact_id: made.json.id }) })
      const browser = yield* someone("owner")
      const asked = (yield* remove(made.json.id, "cautiousTest")).json.consent
      const { text } = yield* browser.get(`/dashboard/consents/${asked.id}`)
      const places = [
        "changes your real records", "This can be restored for 30 days", "+4722123456", "Manuals (open)", "What would change", "Your decision", "Reason, for whoever asked"
      ].map((words) => text.indexOf(words))
      assert.deepStrictEqual(places, places.toSorted((a, b) => a - b))
      assert.isAbove(places[0]!, 0, text)
      assert.match(text, /<details[^>]*>\s*<summary>What was sent with the call</u, "what was sent is folded")
      const approved = yield* browser.press(`/dashboard/consents/${asked.id}`, `/dashboard/consents/${asked.id}/approve`)
      assert.strictEqual(approved.status, 200)
      for (const page of [approved, yield* browser.get(`/dashboard/consents/${asked.id}`)]) {
        assert.notMatch(page.text, /<button[^>]*>\s*(?:Approve|Reject)/u)
        assert.include(page.text, `GET /api/v1/agent/consents/${asked.id}`)
      }
    }))

  it.effect("count in their title what waits for who may decide it", () =>
    Effect.gen(function*() {
      const owner = yield* someone("owner")
      const count = Effect.map(owner.get("/dashboard/receipts"), ({ text }) => Number(/^\((\d+)\) /u.exec(titleIn(text))?.[1] ?? 0))
      const before = yield* count
      yield* propose(yield* contact())
      assert.strictEqual(yield* count, before + 1)
      const member = yield* someone("member")
      assert.notMatch(titleIn((yield* member.get("/dashboard/receipts")).text), /^\(/u)
    }))

  it.effect("decide several at once, each by itself, and show those of one asker", () =>
    Effect.gen(function*() {
      const owner = yield* someone("owner")
      const ids = yield* Effect.forEach([1, 2, 3], () => Effect.flatMap(contact(), propose))
      const [first, second, third] = ids.map(({ id }) => id as number)
      const page = "/dashboard/consents"
      const { text } = yield* owner.get(page)
      for (const id of [first, second, third]) assert.match(text, new RegExp(`name="consent" value="${id}" form="decide"`, "u"))
      const decide = (chosen: ReadonlyArray<unknown>, more: Readonly<Record<string, string>>) => owner.send(`${page}/decide`, new URLSearchParams([
        ["proof", hidden(text, "proof")], ...chosen.map((id) => ["consent", String(id)]), ...Object.entries(more)
      ] as Array<[string, string]>))
      const rejected = yield* decide([first], { reason: "Keep it." })
      assert.include(rejected.text, "1 consent was rejected")
      assert.deepInclude((yield* get(first!)).json, { state: "rejected", reason: "Keep it." })
      const approved = yield* decide([first, second, third, 999_999], { decision: "approve" })
      assert.include(approved.text, "2 consents were approved")
      assert.include(approved.text, `Consent ${first}: This consent was rejected.`)
      assert.deepStrictEqual([yield* stateOf(second!), yield* stateOf(third!)], ["approved", "approved"])
      assert.include((yield* decide([], {})).text, "Choose at least one.")

      const { key_id } = (yield* get(second!)).json
      const shown = yield* owner.get(`${page}?state=all&asker=${key_id}`)
      assert.include(shown.text, `/consents/${first}"`)
      assert.notInclude((yield* owner.get(`${page}?state=all&asker=${key_id + 1_000}`)).text, `/consents/${first}"`)
      const member = yield* someone("member")
      assert.notInclude((yield* member.get(page)).text, "form=\"decide\"")
    }))

  it.effect("make nothing wait when a form is opened and left, and do what was shown once it is agreed to", () =>
    Effect.gen(function*() {
      const owner = yield* someone("cautiousOwner")
      const total = Effect.map(send("/agent/consents?limit=1", { key: "acme" }), ({ json }) => json.total)
      const dashboard = yield* send("/analytics/dashboards", { key: "acme", method: "POST", ...json({ name: "Week", tiles: [] }) })
      const at = `/dashboard/analytics/dashboards/${dashboard.json.id}`
      const before = yield* total
      const asked = yield* owner.press(at, `${at}/delete`)
      assert.strictEqual(asked.status, 428, asked.text)
      assert.include(asked.text, "This cannot be undone.")
      assert.strictEqual(yield* total, before, "opened and left")
      const wrong = yield* owner.press(at, `${at}/delete`, { consent: "A".repeat(43) })
      assert.strictEqual(wrong.status, 409)
      assert.strictEqual(yield* total, before)
      const done = yield* owner.press(at, `${at}/delete`, { consent: hidden(asked.text, "consent") })
      assert.strictEqual(done.status, 303, done.text)
      assert.strictEqual(yield* total, before + 1)
      assert.strictEqual((yield* send("/agent/consents?limit=1", { key: "acme" })).json.items[0].state, "executed")
    }))
})

layer(TestServer, { excludeTestServices: true })("pages of test mode", (it) => {
  it.effect("all say that records which both modes share are the real ones", () =>
    Effect.gen(function*() {
      const words = "are the real ones in test mode too"
      for (const [key, says] of [["acmeTest", true], ["acme", false]] as const) {
        const browser = yield* webClient()
        yield* browser.signIn(key)
        for (const page of ["", "/receipts", "/consents"]) assert.strictEqual((yield* browser.get(`/dashboard${page}`)).text.includes(words), says, page)
      }
    }))
})

layer(TestServer, { excludeTestServices: true })("the company's settings", (it) => {
  it.effect("say where is approved and whether test keys may destroy what is shared", () =>
    Effect.gen(function*() {
      const page = "/dashboard/company"
      const owner = yield* someone("owner")
      const { text } = yield* owner.get(page)
      assert.include(text, "Live and test keys share contacts")
      assert.strictEqual((yield* owner.press(page, page, { approval_on_page: "always", protect_shared_records: "yes" })).to, `${page}?done=saved`)
      const { json: settings } = yield* send("/company/settings", { key: "acme" })
      assert.deepInclude(settings, { approval_on_page: "always", protect_shared_records: true })
      const id = yield* contact()
      assert.strictEqual((yield* remove(id, "acmeTest")).json.code, "shared_records_protected")
      assert.isTrue(yield* isThere(id))
      const member = yield* someone("member")
      assert.include((yield* member.get(page)).text, "This needs an admin of the company")
    }))
})
