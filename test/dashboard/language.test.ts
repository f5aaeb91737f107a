import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { accepted } from "#src/dashboard/words/choice"
import { english } from "#src/dashboard/words/english/words"
import { german } from "#src/dashboard/words/german/words"
import { OwnerSql } from "../support/database.ts"
import { markupFaults } from "../support/markup.ts"
import { companyIds, emailOf, TestServerWith } from "../support/test-server.ts"
import { here } from "../webhooks/receiver.ts"
import { allFaultsOf, browser as chromium, desktop, executable, NO_BROWSER, phone } from "./chromium.ts"
import { fixture, workflows } from "./fixture.ts"
import { hidden, type Shown, webClient } from "./web-client.ts"

const languageOf = ({ text }: Shown) => /<html lang="([^"]*)"/u.exec(text)?.[1]

const inGerman = { "accept-language": "de-CH, en;q=0.8" }

/** Phrases that German says in another way: words of one part are too like those of the contract. */
const phrasesOf = (): ReadonlySet<string> => {
  const values = (words: object): ReadonlyArray<unknown> => Object.values(words).flatMap((section) => Object.values(section as object))
  const said = new Set(values(german))
  return new Set(values(english).filter((one): one is string => typeof one === "string" && one.includes(" ") && !said.has(one)))
}

/** What a page says, piece by piece, but for what it marks as English. */
const saidOn = ({ text }: Shown): ReadonlyArray<string> => {
  const marked = text.replaceAll(/<(span|time|button)[^>]* lang="en"[^>]*>[^<]*<\/\1>/gu, "")
  return [...marked.matchAll(/>([^<>]+)</gu), ...marked.matchAll(/(?:aria-label|alt|title|placeholder|data-label)="([^"]*)"/gu)].map(([, said]) => said!.replaceAll("&#39;", "'").trim())
}

/** What comes of a program that hands a node where a text is needed. */
const BROKEN = /\[object |undefined|NaN/u

/* Lists of records are named by the contract. */
const own = [
  "", "/get-started", "/get-started/industry", "/figures/new_contacts", "/analytics", "/analytics/new", "/analytics/dashboards", "/analytics/dashboards/new", "/consents",
  "/consents?state=all", "/receipts", "/webhooks", "/integrations", "/integrations/slack", "/emails", "/email-templates", "/texts", "/campaigns",
  "/campaigns/new", "/chats", "/chat-settings", "/knowledge", "/knowledge/new", "/knowledge-search?query=zzzz", "/calls", "/agents", "/account", "/account/password", "/members",
  "/members/999999", "/keys", "/keys/new", "/keys/999999", "/clients", "/audit", "/companies", "/company", "/nothing"
]
const anonymous = ["/sign-in", "/sign-up", "/forgot", "/verify", "/verify?token=x", "/verify/again", "/reset", "/reset?token=x", "/invitation?token=x"]

layer(TestServerWith(here, workflows), { excludeTestServices: true })("the language of pages", (it) => {
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

  it.effect("is German on every page that is written by hand, with no English phrase left", () =>
    Effect.gen(function*() {
      const made = yield* fixture
      const phrases = phrasesOf()
      const browser = yield* webClient()
      browser.cookies.set("dashboard-language", "de")
      const left: Array<string> = []
      const look = Effect.fnUntraced(function*(path: string) {
        const page = yield* browser.get(`/dashboard${path}`)
        assert.oneOf(page.status, [200, 404], path)
        assert.strictEqual(languageOf(page), "de", path)
        left.push(...saidOn(page).filter((said) => phrases.has(said) || BROKEN.test(said)).map((said) => `${path}: ${said}`), ...markupFaults(page.text).map((fault) => `${path}: ${fault}`))
      })
      yield* Effect.forEach(anonymous, look, { discard: true })
      assert.strictEqual((yield* browser.enter(emailOf("owner"))).status, 303)
      yield* Effect.forEach([...own, `/consents/${made.consent}`, `/consents/${made.refused}`, `/webhooks/${made.webhook.id}`], look, { discard: true })
      assert.deepStrictEqual(left, [])
    }), 120_000)

  it.effect("leaves pages clear to everybody, on a desk and in a hand", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const browser = yield* webClient()
      browser.cookies.set("dashboard-language", "de")
      yield* browser.enter(emailOf("owner"))
      const one = yield* chromium
      const found = yield* Effect.promise(async () => {
        const faults: Array<string> = []
        for (const size of [desktop, phone]) {
          const view = await one.newContext({ ...size, locale: "de-DE" })
          const page = await view.newPage()
          await page.goto(`${base}/dashboard/sign-in`)
          faults.push(...await allFaultsOf(page))
          await view.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: base })))
          for (const path of ["", "/records", "/members", "/keys/new", "/consents?state=all"]) {
            await page.goto(`${base}/dashboard${path}`)
            faults.push(...(await allFaultsOf(page)).map((fault) => `${path}: ${fault}`))
          }
          await view.close()
        }
        return faults
      })
      assert.deepStrictEqual(found, [])
    }), 120_000)
})
