import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { finder, type Part } from "#src/dashboard/words/contract"
import { contract } from "#src/dashboard/words/german/contract/contract"
import { german } from "#src/dashboard/words/german/words"
import { markupFaults } from "../support/markup.ts"
import { json, send, TestServer } from "../support/test-server.ts"
import { contractWords } from "./contract-words.ts"
import { hidden, webClient } from "./web-client.ts"

/** So many of a hundred have to be translated: a new operation works on the day it is declared, and shows English until somebody writes its German. */
const TRANSLATED = 97

const parts: ReadonlyArray<Part> = ["categories", "fields", "operations", "texts", "values"]

const inGerman = finder(contract)

describe("the German of the contract", () => {
  for (const part of parts) {
    const used = contractWords[part]

    it(`has no ${part} that the contract no longer has`, () => {
      const { everywhere, within } = contract[part]
      assert.deepStrictEqual(Object.keys(everywhere).filter((english) => !used.has(english)), [])
      for (const [place, words] of Object.entries(within)) {
        assert.deepStrictEqual(Object.keys(words).filter((english) => !used.get(english)?.has(place)), [], `within ${place}`)
      }
    })

    it(`has a word for nearly all ${part}`, () => {
      const missing = [...used.keys()].filter((english) => inGerman(part, english) === undefined)
      assert.isAtMost(missing.length, Math.ceil(used.size * (100 - TRANSLATED) / 100), missing.join("\n"))
    })
  }
})

const R = "/dashboard/records"

/** What stands between tags of the page itself. */
const shownIn = (text: string) =>
  new Set([...text.slice(text.indexOf("<main")).matchAll(/>([^<>]+)</gu)].map(([, words]) => words!.replaceAll("&amp;", "&").replaceAll("&#39;", "'").trim()))

/** English that has another word in German. */
const english = new Set((["categories", "fields", "operations", "texts"] as const).flatMap((part) =>
  [...contractWords[part]].flatMap(([text, places]) => {
    const found = [...places].map((place) => inGerman(part, text, [place]))
    return text.includes(" ") && !found.includes(text) && found.every((one) => one !== undefined) ? [text] : []
  })))

layer(TestServer, { excludeTestServices: true })("generated pages in German", (it) => {
  it.effect("say nothing of the contract in English", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      const page = yield* browser.get(R)
      yield* browser.post("/dashboard/language", { language: hidden(page.text, "language"), page: hidden(page.text, "page") })
      const made = yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: "Ada", last_name: "Weiss", email: "ada.weiss@example.com" }) })
      const contact = made.json as { readonly id: number }
      const added = yield* send("/crm/tasks", { key: "acme", method: "POST", ...json({ title: "Rückruf", contact_id: contact.id }) })
      const task = added.json as { readonly id: number }
      const read = (path: string) =>
        Effect.map(browser.get(path), ({ status, text }) => {
          assert.strictEqual(status, 200, path)
          assert.include(text, "<html lang=\"de\"", path)
          assert.deepStrictEqual(markupFaults(text), [], path)
          assert.notInclude(text, "<span lang=\"en\">", path)
          assert.deepStrictEqual([...shownIn(text)].filter((words) => english.has(words)), [], path)
          return text
        })
      assert.match(yield* read(R), /<h1>Datensätze<\/h1>.*>Verkaufschancen<.*>Wissensdatenbank</su)
      assert.include(yield* read(`${R}/crm`), ">Doppelte Kontakte finden<")
      const list = yield* read(`${R}/crm/list_tasks`)
      for (const words of ["<h1>Aufgaben</h1>", ">offen</option>", ">Weitere Filter<", ">Fällig, aufsteigend</option>", ">Aufgabe anlegen</a>", ">Fällig vor</label>"]) {
        assert.include(list, words)
      }
      const record = yield* read(`${R}/crm/get_contact?id=${contact.id}`)
      for (const words of ["<h1>Ada Weiss</h1>", ">Vorname<", ">Technische Angaben<", ">Kontakt ändern</a>", `>${german.records.related}<`]) assert.include(record, words)
      const one = yield* read(`${R}/crm/get_task?id=${task.id}`)
      for (const words of [">Aufgabe abschließen</a>", "<span class=\"badge busy\">offen</span>"]) assert.include(one, words)
      const form = yield* read(`${R}/calendar/create_service`)
      for (const words of ["<h1>Dienstleistung anlegen</h1>", ">durch das Personal</option>", "keine Angabe</option>", "Pufferzeit davor in Minuten", "Besucher dürfen es auf der Seite des Unternehmens buchen."]) {
        assert.include(form, words)
      }
      yield* read(`${R}/payments/create_invoice`)
      assert.match(yield* read(`${R}/cms/update_page?id=1`), /<p>Ändert die gesendeten Felder.*„Veröffentlichung am“/su)
    }))

  it.effect("are found by their German and by their English titles", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      const { text } = yield* browser.get(`${R}?search=rechnung+senden`)
      assert.notInclude(text, `${R}/payments/send_invoice`)
      yield* browser.post("/dashboard/language", { language: "de", page: hidden(text, "page") })
      for (const words of ["rechnung+senden", "send+invoice"]) {
        const found = yield* browser.get(`${R}?search=${words}`)
        assert.include(found.text, `<a href="${R}/payments/send_invoice">Rechnung senden</a>`)
        assert.include(found.text, `<h2>${german.records.pages}</h2>`)
      }
      const wrong = yield* browser.press(`${R}/crm/create_task`, `${R}/crm/create_task`, { title: "" })
      assert.strictEqual(wrong.status, 422)
      assert.deepStrictEqual(markupFaults(wrong.text), [])
      const made = yield* browser.press(`${R}/crm/create_task`, `${R}/crm/create_task`, { title: "Angebot schreiben" })
      assert.strictEqual(made.status, 303)
      assert.include((yield* browser.get(made.to!)).text, "Erledigt: Aufgabe anlegen.")
    }))
})
