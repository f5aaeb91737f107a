import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { firstSteps } from "#schemas/categories"
import { isAtLeast } from "#schemas/kernel/roles"
import { includes, scopesOf, tiers } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"
import { categories, paramsOf } from "../../src/dashboard/records/catalogue.ts"
import { emailTo } from "../auth/post.ts"
import { markupFaults } from "../support/markup.ts"
import { TestServerWith } from "../support/test-server.ts"
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
})
