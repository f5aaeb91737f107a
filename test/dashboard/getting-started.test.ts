import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { firstSteps } from "#schemas/categories"
import { startingIndustries } from "#schemas/company/industry-template"
import { isAtLeast } from "#schemas/kernel/roles"
import { includes, scopesOf, tiers } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"
import { categories, paramsOf } from "../../src/dashboard/records/catalogue.ts"
import { emailTo } from "../auth/post.ts"
import { markupFaults } from "../support/markup.ts"
import { emailOf, json, send, TestServerWith } from "../support/test-server.ts"
import { hidden, webClient } from "./web-client.ts"

const dataDir = join(tmpdir(), `started-${crypto.randomUUID()}`)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Runs begin by themselves: people make nothing there. */
const withoutBeginning = ["workflows"]

describe("the first steps", () => {
  it("are one of each category that people work in", () => {
    const begun = firstSteps.map(({ title }) => title)
    assert.strictEqual(new Set(begun).size, begun.length)
    const declaring = new Set(categories.filter((category) => !withoutBeginning.includes(category)))
    assert.lengthOf(firstSteps, declaring.size)
    /* An agent is given a key, which is an operation of sign-in. */
    assert.sameMembers([...new Set(firstSteps.map(({ by }) => operations.get(by)!.category)), "agents"], [...declaring])
  })

  it.each(firstSteps)("$by is an operation that an owner may call, and what shows that it is done can be read", ({ by, done }) => {
    const entry = operations.get(by)!
    const seen = operations.get("list" in done ? done.list : done.read)!
    assert.strictEqual("list" in done, seen.list)
    assert.isTrue(seen.readOnly)
    assert.isFalse(entry.readOnly && entry.access === "public")
    for (const { access, role } of [entry, seen]) {
      assert.isTrue(isAtLeast("owner", role))
      if (access !== "session" && access !== "any") assert.isTrue(scopesOf("owner").has(access as never), access)
    }
    assert.isTrue(tiers.includes(entry.tierFloor))
    assert.isTrue(includes(entry.tierFloor, seen.tierFloor), "what shows it comes with the same tier")
    for (const name of paramsOf(seen)) assert.strictEqual(name, "id", "the company's own")
    for (const name of Object.keys("list" in done ? done.query ?? {} : {})) assert.strictEqual(seen.sources[name], "query")
  })
})

const password = "a loom that weaves algebra"

/** Signs a company up as a person does, up to its overview. */
const signedUp = Effect.fnUntraced(function*(company_name: string, email: string) {
  const browser = yield* webClient()
  const { text } = yield* browser.get("/dashboard/sign-up")
  const asked = yield* browser.post("/dashboard/sign-up", {
    proof: hidden(text, "proof"), once: hidden(text, "once"), name: "Ada Lovelace", company_name, email, password, currency: "GBP", time_zone: "Europe/London"
  })
  assert.strictEqual(asked.status, 200, asked.text)
  const { token } = yield* emailTo(dataDir, email)
  const verified = yield* browser.press(`/dashboard/verify?token=${token}`, "/dashboard/verify", { token })
  assert.strictEqual(verified.status, 303, verified.text)
  assert.strictEqual((yield* browser.enter(email, password)).status, 303)
  return browser
})

const doneIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/<li class="done">.*?<a [^>]*>([^<]*)<\/a>/gu)].map(([, title]) => title!)

layer(TestServerWith({ dataDir }), { excludeTestServices: true })("a company that has just signed up", (it) => {
  it.effect("is led to its first steps, which are ticked by what is there, until they are hidden", () =>
    Effect.gen(function*() {
      const browser = yield* signedUp("Engines", "ada@engines.example")
      const before = yield* browser.get("/dashboard")
      assert.strictEqual(before.status, 200)
      assert.deepStrictEqual(markupFaults(before.text), [])
      assert.include(before.text, "<h2>Get started</h2>")
      assert.deepStrictEqual(doneIn(before.text), [])
      assert.match(before.text, /0 of \d+ done\./u)
      assert.include(before.text, "comes with the builder tier")
      const steps = before.text.slice(before.text.indexOf("<ul class=\"steps\">"), before.text.indexOf("</section>"))
      const links = [...steps.matchAll(/href="([^"]+)"/gu)].map(([, href]) => href!.replaceAll("&amp;", "&"))
      assert.isAbove(links.length, 8)
      for (const link of links) assert.strictEqual((yield* browser.get(link)).status, 200, link)

      const form = "/dashboard/records/crm/create_contact"
      const made = yield* browser.press(form, form, { first_name: "Grace" })
      assert.strictEqual(made.status, 303, made.text)
      assert.deepStrictEqual(doneIn((yield* browser.get("/dashboard")).text), ["Add the first contact"])

      const hide = yield* browser.press("/dashboard", "/dashboard/get-started", { shown: "no" })
      assert.deepStrictEqual([hide.status, hide.to], [303, "/dashboard"])
      assert.notInclude((yield* browser.get("/dashboard")).text, "Get started")
      const page = yield* browser.get("/dashboard/get-started")
      assert.deepStrictEqual(markupFaults(page.text), [])
      assert.deepStrictEqual(doneIn(page.text), ["Add the first contact"])
      yield* browser.press("/dashboard/get-started", "/dashboard/get-started", { shown: "yes" })
      assert.include((yield* browser.get("/dashboard")).text, "<h2>Get started</h2>")
    }))

  it.effect("fills itself with the first records of its industry, as often as it is asked and by two people at once, each once", () =>
    Effect.gen(function*() {
      const browser = yield* signedUp("Curls", "bea@curls.example")
      const choice = yield* browser.get("/dashboard/get-started/industry")
      assert.deepStrictEqual(markupFaults(choice.text), [])
      for (const id of startingIndustries) {
        const preview = yield* browser.get(`/dashboard/get-started/industry?industry=${id}`)
        assert.deepStrictEqual(markupFaults(preview.text), [])
        assert.notInclude(preview.text, "there already")
      }
      const path = "/dashboard/get-started/industry?industry=salon"
      const { text } = yield* browser.get(path)
      assert.include(text, "Cut and blow-dry")
      const kinds = [...text.matchAll(/name="kind" value="(\w+)"/gu)].map(([, kind]) => kind!)
      assert.includeMembers(kinds, ["opening_hours", "resource", "service", "product", "sms_template", "kb_entry"])
      assert.notIncludeMembers(kinds, ["segment", "custom_field"], "these come with another tier")
      const fill = (chosen: ReadonlyArray<string>, once: string) => {
        const fields = new URLSearchParams([["proof", hidden(text, "proof")], ["industry", "salon"], ["once", once]])
        for (const kind of chosen) fields.append("kind", kind)
        return browser.send("/dashboard/get-started/industry", fields)
      }
      const withoutTexts = kinds.filter((kind) => kind !== "sms_template")
      const both = yield* Effect.all([fill(withoutTexts, "one"), fill(withoutTexts, "two")], { concurrency: 2 })
      for (const { status, text } of both) {
        assert.strictEqual(status, 200, text)
        assert.deepStrictEqual(markupFaults(text), [])
      }
      assert.strictEqual(both.filter(({ text }) => text.includes("Nothing was made: all of it was there.")).length, 1)
      const made = both.find(({ text }) => /\d+ records were made\./u.test(text))
      const links = [...made!.text.slice(made!.text.indexOf("role=\"status\"")).matchAll(/<li><a href="([^"]+)"/gu)].map(([, href]) => href!.replaceAll("&amp;", "&"))
      assert.isAbove(links.length, 30)
      for (const link of new Set(links.slice(0, 20))) assert.strictEqual((yield* browser.get(link)).status, 200, link)

      const login = yield* send("/auth/login", { method: "POST", ...json({ email: "bea@curls.example", password }) })
      const ask = (path: string) => Effect.map(send(path, { headers: { authorization: `Bearer ${login.json.access_token}` } }), ({ json }) => json)
      const { items: services, total } = yield* ask("/calendar/services")
      assert.strictEqual(total, 5)
      assert.isFalse(services.some(({ online }: any) => online))
      const { items: products } = yield* ask("/ecommerce/products")
      assert.deepStrictEqual(products.map(({ state, variants: [{ prices: [{ amount, currency }] }] }: any) => [state, amount, currency]),
        [["draft", 1_800, "GBP"], ["draft", 2_000, "GBP"], ["draft", 5_000, "GBP"]])
      assert.strictEqual((yield* ask("/ecommerce/locations")).total, 2)
      assert.strictEqual((yield* ask("/sms/templates")).total, 0, "what was refused")
      assert.lengthOf((yield* ask("/company/settings")).opening_hours, 5)
      const receipts = (yield* ask("/agent/receipts?limit=50")).items.filter(({ verb }: any) => verb === "apply_industry_template")
      assert.lengthOf(receipts, 2)
      assert.isAbove(Math.max(...receipts.map(({ changes }: any) => changes.length)), 30)

      const again = yield* fill(kinds, "three")
      assert.include(again.text, "3 records were made.")
      assert.strictEqual((yield* ask("/sms/templates")).total, 3)
      assert.strictEqual((yield* ask("/calendar/services")).total, 5)
      assert.includeMembers([...doneIn((yield* browser.get("/dashboard")).text)],
        ["Offer something to book", "Add the first product", "Write down the first answer", "Keep a text for customers"])
    }))

  it.effect("is not filled by whoever has no say, nor with an industry that there is not", () =>
    Effect.gen(function*() {
      const member = yield* webClient()
      yield* member.enter(emailOf("member"))
      assert.notInclude((yield* member.get("/dashboard/get-started")).text, "first records of your industry")
      assert.strictEqual((yield* member.get("/dashboard/get-started/industry")).status, 403)
      const admin = yield* webClient()
      yield* admin.enter(emailOf("admin"))
      assert.strictEqual((yield* admin.get("/dashboard/get-started/industry?industry=nothing")).status, 404)
      assert.strictEqual((yield* admin.press("/dashboard/get-started/industry", "/dashboard/get-started/industry", { industry: "nothing" })).status, 404)
    }))
})
