import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { accepted } from "#src/dashboard/words/choice"
import { english } from "#src/dashboard/words/english/words"
import { german } from "#src/dashboard/words/german/words"
import { OwnerSql } from "../support/database.ts"
import { markupFaults } from "../support/markup.ts"
import { companyIds, TestServerWith } from "../support/test-server.ts"
import { here } from "../webhooks/receiver.ts"
import { hidden, type Shown, webClient } from "./web-client.ts"

const languageOf = ({ text }: Shown) => /<html lang="([^"]*)"/u.exec(text)?.[1]

const inGerman = { "accept-language": "de-CH, en;q=0.8" }

layer(TestServerWith(here, []), { excludeTestServices: true })("the language of pages", (it) => {
  it.effect("is the browser's before anybody signs in, and English where it says nothing", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const signIn = yield* browser.get("/dashboard/sign-in", inGerman)
      assert.strictEqual(languageOf(signIn), "de")
      assert.include(signIn.text, german.frame.skip)
      assert.deepStrictEqual(markupFaults(signIn.text), [])
      for (const header of ["en, de;q=0.9", "fr", "*", "", "de;q=0"]) {
        const other = yield* browser.get("/dashboard/sign-in", { "accept-language": header })
        assert.strictEqual(languageOf(other), "en", header)
        assert.include(other.text, english.frame.skip)
      }
      assert.deepStrictEqual(["de", "DE-at", "fr, de;q=0.1", "x, en", "tlh", undefined].map(accepted), ["de", "de", "de", "en", undefined, undefined])
    }))

  it.effect("is what somebody chose, on any page and before they sign in, whatever their browser says", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const first = yield* browser.get("/dashboard/sign-in?to=%2Fdashboard%2Fruns")
      assert.include(first.text, "<button type=\"submit\" lang=\"de\">Deutsch</button>")
      const chosen = yield* browser.post("/dashboard/language", { language: hidden(first.text, "language"), page: hidden(first.text, "page") })
      assert.deepStrictEqual([chosen.status, chosen.to], [303, "/dashboard/sign-in?to=%2Fdashboard%2Fruns"])
      assert.strictEqual(languageOf(yield* browser.get(chosen.to!)), "de")
      yield* browser.signIn("acme")
      const consents = yield* browser.get("/dashboard/consents?state=all")
      assert.strictEqual(languageOf(consents), "de")
      assert.include(consents.text, german.consents.noSuch)
      assert.notInclude(consents.text, english.consents.noSuch)
      const missing = yield* browser.get("/dashboard/nothing")
      assert.deepStrictEqual([missing.status, languageOf(missing)], [404, "de"])
      assert.include(missing.text, german.errors.noPage)
      const back = yield* browser.post("/dashboard/language", { language: "en", page: hidden(consents.text, "page") })
      assert.strictEqual(back.to, "/dashboard/consents?state=all")
      assert.strictEqual(languageOf(yield* browser.get(back.to!, inGerman)), "en")
    }))

  it.effect("is the company's for whoever is signed in and chose none", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`update companies set locale = 'de-DE' where id = ${companyIds.bolt}`
      const browser = yield* webClient()
      yield* browser.signIn("bolt")
      assert.strictEqual(languageOf(yield* browser.get("/dashboard/consents")), "de")
      assert.strictEqual(languageOf(yield* browser.get("/dashboard/consents", { "accept-language": "en" })), "de")
      const acme = yield* webClient()
      yield* acme.signIn("acme")
      assert.strictEqual(languageOf(yield* acme.get("/dashboard/consents", inGerman)), "en")
    }))

  it.effect("is changed by forms of our own pages alone, to a language that there is, and leads to pages of ours", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      for (const [language, headers] of [["de", { origin: "https://evil.example" }], ["fr", undefined], ["constructor", undefined]] as const) {
        const { to } = yield* browser.post("/dashboard/language", { language, page: "https://evil.example/dashboard" }, headers)
        assert.strictEqual(to, "/dashboard")
        assert.isFalse(browser.cookies.has("dashboard-language"), language)
      }
    }))
})
