import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { isJsonObject } from "#schemas/kernel/json"
import type { RecordMeta } from "#schemas/kernel/record-meta"
import { verbs } from "#src/connector/verbs"
import { fieldsBy } from "#src/dashboard/records/form"
import { groupsOf, inGroups, metaOf } from "#src/dashboard/records/groups"
import { answerSchema } from "#src/dashboard/records/values"
import { only } from "#src/surfaces/json-shape"
import { markupFaults } from "../support/markup.ts"
import { emailOf, json, send, TestServer } from "../support/test-server.ts"
import { hidden, webClient } from "./web-client.ts"

/** The kinds of records, with the fields that their pages and forms show. */
const kinds = (() => {
  const found = new Map<string, { readonly meta: RecordMeta; readonly fields: Set<string> }>()
  for (const entry of verbs) {
    const meta = metaOf(entry)
    if (meta === null || entry.list) continue
    const { fields } = found.get(meta.object) ?? found.set(meta.object, { meta, fields: new Set() }).get(meta.object)!
    const { properties } = only(answerSchema(entry))
    for (const field of isJsonObject(properties) ? Object.keys(properties) : []) fields.add(field)
    if (entry.method !== "GET") for (const { path } of fieldsBy(entry, ["payload"])) fields.add(path.split(".", 1)[0]!)
  }
  for (const entry of verbs) {
    const read = groupsOf(entry)
    const kind = [...found.values()].find(({ meta }) => meta.groups === read)
    if (kind !== undefined && entry.method !== "GET") for (const { path } of fieldsBy(entry, ["payload"])) kind.fields.add(path.split(".", 1)[0]!)
  }
  return [...found.values()]
})()

describe("groups of fields", () => {
  it("are said for the kinds of records that have many fields", () => {
    const grouped = kinds.filter(({ meta }) => Object.keys(meta.groups).length > 1).map(({ meta }) => meta.object)
    for (const object of ["contact", "organization", "deal", "order", "invoice", "product", "service", "appointment", "subscription", "campaign", "agent", "page", "company_settings", "site_settings"]) {
      assert.include(grouped, object)
    }
  })

  it("name fields that exist, none of them twice", () => {
    for (const { fields, meta: { groups, object } } of kinds) {
      const named = Object.values(groups).flat()
      assert.deepStrictEqual(named.filter((field) => !fields.has(field)), [], object)
      assert.deepStrictEqual(named.filter((field, n) => named.indexOf(field) !== n), [], `${object}: in two groups`)
    }
  })

  it("leave out what is empty, and show what is in none last", () => {
    const groups = { First: ["b", "a"], Second: ["c"], Third: ["d"] }
    const shown = (fields: ReadonlyArray<string>) => inGroups(fields, (field) => field, groups).map(({ items, title }) => [title !== undefined, ...items])
    assert.deepStrictEqual(shown(["a", "x", "b", "d"]), [[true, "b", "a"], [true, "d"], [true, "x"]])
    assert.deepStrictEqual(shown(["x", "a"]), [[false, "x", "a"]], "one group needs no title")
  })
})

const headingsIn = (text: string, tag: "h2" | "legend") => [...text.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, "gu"))].map(([, title]) => title)

layer(TestServer, { excludeTestServices: true })("the pages of a record", (it) => {
  it.effect("call it as its entity does, where words are needed in the language of the page", () =>
    Effect.gen(function*() {
      const made = (path: string, body: object) => Effect.map(send(path, { key: "acme", method: "POST", ...json(body) }), ({ json }) => json as { readonly id: number })
      const contact = yield* made("/crm/contacts", { email: "only@navy.example", phone: "+12025550123" })
      const order = yield* made("/orders", { contact_id: contact.id, amount: 1_000, currency: "USD" })
      const cart = yield* made("/ecommerce/carts", { contact_id: contact.id })
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      const list = (name: string) => Effect.map(browser.get(`/dashboard/records/${name}`), ({ text }) => [...text.matchAll(/<th scope="row"[^>]*>.*?<bdi>(.*?)<\/bdi>/gu)].map(([, name]) => name))
      assert.include(yield* list("crm/list_contacts"), "only@navy.example")
      assert.include(yield* list("payments/list_orders"), `Order ${order.id}`)
      const page = yield* browser.get(`/dashboard/records/shop/get_cart?id=${cart.id}`)
      assert.include(page.text, `<h1>Cart ${cart.id}</h1>`, "not by the address of whoever buys")
      yield* browser.post("/dashboard/language", { language: "de", page: hidden(page.text, "page") })
      assert.include(yield* list("payments/list_orders"), `Bestellung ${order.id}`)
      const german = yield* browser.get(`/dashboard/records/shop/get_cart?id=${cart.id}`)
      assert.include(german.text, `<h1>Warenkorb ${cart.id}</h1>`)
      assert.deepStrictEqual(markupFaults(german.text), [])
    }))

  it.effect("are the sections of its page and of its forms, in the language of the page", () =>
    Effect.gen(function*() {
      const made = yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: "Grace", email: "grace@navy.example", tags: ["vip"], notes: "Calls back." }) })
      const { id } = made.json as { readonly id: number }
      const browser = yield* webClient()
      yield* browser.enter(emailOf("owner"))
      const record = yield* browser.get(`/dashboard/records/crm/get_contact?id=${id}`)
      assert.deepStrictEqual(markupFaults(record.text), [])
      assert.deepStrictEqual(headingsIn(record.text, "h2").slice(0, 4), ["Contact details", "Classification", "Notes", "Further details"])
      const form = yield* browser.get(`/dashboard/records/crm/update_contact?id=${id}`)
      assert.deepStrictEqual(markupFaults(form.text), [])
      assert.deepStrictEqual(headingsIn(form.text, "legend"), ["Contact details", "Organization", "Classification", "Notes", "Own fields"])
      const settings = yield* browser.get("/dashboard/records/company/update_company_settings")
      assert.include(headingsIn(settings.text, "legend"), "Address")
      assert.deepStrictEqual(markupFaults(settings.text), [])
      yield* browser.post("/dashboard/language", { language: "de", page: hidden(settings.text, "page") })
      const german = yield* browser.get(`/dashboard/records/crm/update_contact?id=${id}`)
      assert.deepStrictEqual(headingsIn(german.text, "legend"), ["Kontaktdaten", "Firma", "Einordnung", "Notizen", "Eigene Felder"])
    }))
})
