import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { markupFaults } from "../support/markup.ts"
import { emailOf, json, send, TestServer } from "../support/test-server.ts"
import { hidden, webClient } from "./web-client.ts"

const made = (path: string, body: object) => Effect.map(send(path, { key: "acme", method: "POST", ...json(body) }), ({ json }) => json as { readonly id: number })

const owner = Effect.gen(function*() {
  const browser = yield* webClient()
  yield* browser.enter(emailOf("owner"))
  return browser
})

const headsOf = (text: string) => [...text.matchAll(/<th scope="col"[^>]*>([^<]*)/gu)].map(([, title]) => title)

layer(TestServer, { excludeTestServices: true })("the design of the pages", (it) => {
  it.effect("is shown with every component, and not in production", () =>
    Effect.gen(function*() {
      const browser = yield* owner
      const { status, text } = yield* browser.get("/dashboard/design")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(markupFaults(text), [])
      for (const part of ["--accent", "A table that is full", "One that is empty", "One that loads", "One that failed"]) assert.include(text, part)
      process.env["NODE_ENV"] = "production"
      const { status: closed } = yield* Effect.ensuring(browser.get("/dashboard/design"), Effect.sync(() => void (process.env["NODE_ENV"] = "test")))
      assert.strictEqual(closed, 404)
    }))

  it.effect("marks the section and the category of a page once", () =>
    Effect.gen(function*() {
      const browser = yield* owner
      const { text } = yield* browser.get("/dashboard/records/crm/list_contacts")
      const nav = /<nav aria-label="Sections">[^]*?<\/nav>/u.exec(text)![0]
      assert.deepStrictEqual([...nav.matchAll(/href="([^"]*)" aria-current="page"/gu)].map(([, to]) => to), ["/dashboard/records/crm"])
      assert.include(text, "<details class=\"menu\"><summary>Menu</summary></details>")
    }))

  it.effect("lets people choose the columns of a list, which its address and its other forms keep", () =>
    Effect.gen(function*() {
      const contact = yield* made("/crm/contacts", { first_name: "Grace", last_name: "Hopper", email: "grace@navy.example", tags: ["vip"] })
      yield* made("/crm/deals", { title: "Engine", amount: 1_250_000, currency: "USD", contact_id: contact.id })
      const browser = yield* owner
      const usual = headsOf((yield* browser.get("/dashboard/records/crm/list_deals")).text)
      assert.deepStrictEqual(usual, ["Name", "Stage", "Amount", "Contact", "Owner", "Expected close", "Updated at"], "those that its entity names")
      const others = headsOf((yield* browser.get("/dashboard/records/crm/list_pipelines")).text)
      assert.deepStrictEqual(others.slice(0, 1), ["Name"])
      assert.isAtMost(others.length, 8, "and the usual ones where it names none")
      const chosen = yield* browser.get("/dashboard/records/crm/list_deals?stage=&columns=amount&columns=contact_id&columns=nonsense")
      assert.deepStrictEqual(headsOf(chosen.text), ["Name", "Amount", "Contact"])
      assert.deepStrictEqual(markupFaults(chosen.text), [])
      assert.strictEqual(hidden(chosen.text, "columns"), "amount,contact_id", "a filter keeps them")
      assert.include(chosen.text, "The usual columns")
      const linked = yield* browser.get("/dashboard/records/crm/list_deals?columns=contact_id,amount")
      assert.deepStrictEqual(headsOf(linked.text), ["Name", "Contact", "Amount"], "in the order of the address")
      assert.match(linked.text, /<td[^>]*class="figure"[^>]*><div>\$12,500\.00/u, "money is a figure")
      assert.deepStrictEqual(headsOf((yield* browser.get("/dashboard/records/crm/list_deals?columns=nonsense")).text), usual)
    }))

  it.effect("offers after an action what takes it back, and does it by one press", () =>
    Effect.gen(function*() {
      const { id } = yield* made("/crm/contacts", { first_name: "Ada", last_name: "Lovelace" })
      const browser = yield* owner
      const page = `/dashboard/records/crm/delete_contact?id=${id}`
      const form = yield* browser.get(page)
      const asked = yield* browser.post(page, { proof: hidden(form.text, "proof"), once: hidden(form.text, "once") })
      assert.strictEqual(asked.status, 428)
      const gone = yield* browser.post(page, { proof: hidden(asked.text, "proof"), once: hidden(asked.text, "once"), consent: hidden(asked.text, "consent") })
      assert.strictEqual(gone.status, 303)
      const { text } = yield* browser.get(gone.to!)
      assert.deepStrictEqual(markupFaults(text), [])
      const [, action] = /<form method="post" action="([^"]*restore_contact[^"]*)"/u.exec(text)!
      assert.include(text, "for 30 days")
      const back = yield* browser.post(action!.replaceAll("&amp;", "&"), { proof: hidden(text, "proof"), once: hidden(text, "once") })
      assert.isBelow(back.status, 400, back.text)
      assert.strictEqual((yield* send(`/crm/contacts/${id}`, { key: "acme" })).status, 200)
    }))
})
