import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import type { BrowserContextOptions, Page } from "playwright-core"
import { WIDGET_WORDS, chatWords } from "#src/site/chat/words"
import { publishable } from "../contract/bookings/visiting.ts"
import { browser, desktop, executable, faultsOf, NO_BROWSER, phone, picture } from "../dashboard/chromium.ts"
import { markupFaults, slugOf } from "../shop/shopping.ts"
import { OwnerSql } from "../support/database.ts"
import { json, send, TestServerWith } from "../support/test-server.ts"
import { siteShown } from "../website/examples.ts"
import { foreignPage, wayTo } from "./embedding.ts"
import { knows } from "./knowing.ts"
import { askingAt, type AskedModel, modelServer } from "./model-server.ts"

const unless = executable === undefined ? NO_BROWSER : undefined

const REFUNDS = "A refund goes back to the card within five working days. Goods have to come back within thirty days."
const GREETING = "Hello <b>there</b>! What would you like to know?"
const viewports = {
  desktop, phone, narrowest: { ...phone, viewport: { width: 320, height: 640 } }, tablet: { viewport: { width: 820, height: 1180 } }
} as const satisfies Record<string, BrowserContextOptions>

class Model extends Context.Service<Model, Effect.Success<ReturnType<typeof modelServer>>>()("test/Model") {}

const quickly = () => ({ words: ["A refund ", "takes ", "five ", "working days [#1]."], pauseMs: 5 })
const slowly = () => ({ words: [...Array.from({ length: 60 }, (_, n) => `word${n} `), "[#1]."], pauseMs: 40 })

const Server = Layer.unwrap(Effect.map(modelServer(quickly), (model) => Layer.merge(TestServerWith(askingAt(model.url)), Layer.succeed(Model, model))))

/** What the page tells its language by, besides its own. */
let told = ""

/** A company that knows something, and a page of somebody else's with its chat, by a way that can be cut. */
const embedded = Effect.gen(function*() {
  yield* knows("acme", "Returns and refunds", REFUNDS)
  yield* send("/chat/settings", { key: "acme", method: "PATCH", ...json({ greeting: GREETING, visitor_tokens: 1_000_000 }) })
  const way = yield* wayTo(yield* HttpServer.addressFormattedWith(Effect.succeed))
  let key = ""
  const page = yield* foreignPage(way.url, () => `<script src="${way.url}/chat/widget.js" data-key="${key}"${told} defer></script>`)
  key = (yield* publishable("acme", "live", [page])).key
  return { page, way }
})

const words = (page: Page) => page.getByRole("log").innerText()

const ask = async (page: Page, question: string) => {
  await page.getByLabel("Your question").fill(question)
  await page.keyboard.press("Enter")
}

const answered = (page: Page, n = 1) => page.getByRole("button", { name: "Helpful", exact: true }).nth(n - 1).waitFor()

const focused = (page: Page) => page.evaluate(() => {
  const { document } = globalThis as any
  const { activeElement: { shadowRoot }, activeElement } = document
  return (shadowRoot?.activeElement ?? activeElement).id || (shadowRoot?.activeElement ?? activeElement).className
})

const newPage = (one: Effect.Success<typeof browser>, options: BrowserContextOptions, complaints: Array<string>) => async () => {
  const page = await (await one.newContext(options)).newPage()
  page.on("pageerror", ({ message }) => complaints.push(message))
  page.on("console", (message) => complaints.push(message.text()))
  return page
}

/** What asks of the chat the model has had. */
const asksOf = (asked: ReadonlyArray<AskedModel>, question: string) => asked.filter(({ messages }) => messages.at(-1)!.content === question).length

layer(Server, { excludeTestServices: true })("the chat in a browser", (it) => {
  it.effect.skipIf(unless)("answers on a page of somebody else's with a strict policy, by keyboard, in four viewports, by day and by night", () =>
    Effect.gen(function*() {
      const { page: address } = yield* embedded
      const one = yield* browser
      const [complaints, faults]: [Array<string>, Array<string>] = [[], []]
      for (const [screen, options] of Object.entries(viewports)) {
        const page = yield* Effect.promise(newPage(one, options, complaints))
        const look = async (name: string) => {
          faults.push(...(await faultsOf(page)).map((fault) => `${screen}, ${name}: ${fault}`))
          await picture(page, `chat-${name}-${screen}`)
        }
        yield* Effect.promise(async () => {
          await page.goto(address)
          await page.getByRole("button", { name: "Chat with us" }).waitFor()
          await look("closed")
          await page.keyboard.press("Tab")
          await page.keyboard.press("Tab")
          await page.keyboard.press("Enter")
          await page.getByRole("dialog", { name: "Chat with acme" }).waitFor()
          assert.strictEqual(await focused(page), "text")
          assert.include(await words(page), GREETING)
          await ask(page, "How long does a refund take?")
          await answered(page)
          assert.include(await words(page), "A refund takes five working days [1].")
          const source = page.getByRole("link", { name: "Source 1: Returns and refunds" })
          assert.strictEqual(await source.getAttribute("href"), "https://acme.example/help")
          await page.getByText("1 source").click()
          await page.getByText("A refund goes back to the card").waitFor()
          await page.getByRole("button", { name: "Helpful", exact: true }).click()
          await page.getByText("Thank you.").waitFor()
          await look("answered")
          await ask(page, "Which zebra won the championship in Timbuktu?")
          await page.getByRole("button", { name: "Let a person answer" }).click()
          await page.getByLabel("Your message to a person").fill("The zebra, please.")
          await page.getByLabel("Your e-mail address or phone").fill("joan@clarke.example")
          await look("person")
          await page.getByRole("button", { name: "Send" }).click()
          await page.getByText("I have passed this on").waitFor()
          await page.locator(".dots").waitFor({ state: "detached" })
          await look("handed-over")
        })
        const { json: { items: [{ id }] } } = yield* send("/chat/conversations?channel=visitor&limit=1", { key: "acme" })
        yield* send(`/chat/conversations/${id}/reply`, { key: "owner", method: "POST", ...json({ message: "It was the striped one." }) })
        yield* Effect.promise(async () => {
          await page.reload()
          await page.getByText("It was the striped one.").waitFor()
          await look("person-answered")
          await page.getByLabel("Close the chat").focus()
          await page.keyboard.press("Escape")
          assert.strictEqual(await page.getByRole("dialog").count(), 0)
          assert.strictEqual(await focused(page), "launcher")
          await page.context().close()
        })
      }
      assert.deepStrictEqual(complaints, [])
      assert.deepStrictEqual(faults, [])
      const { json: { items } } = yield* send("/chat/conversations?channel=visitor&limit=4", { key: "acme" })
      const { json: { latest } } = yield* send(`/chat/conversations/${items[0].id}`, { key: "acme" })
      assert.deepInclude(latest[1], { helpful: true })
      assert.include(latest[4].text, "Can be reached at: joan@clarke.example")
      assert.deepInclude(items[0], { status: "handed_over" })
    }))

  it.effect("has its words in seven languages, each of them whole", () =>
    Effect.sync(() => {
      const namesIn = (text: string) => [...text.matchAll(/\{[a-z]+\}/gu)].map(([name]) => name).toSorted()
      const { en, ...others } = JSON.parse(WIDGET_WORDS) as Record<string, Record<string, string>>
      assert.sameMembers(Object.keys(others), ["de", "fr", "es", "it", "pt", "nl"])
      for (const [language, words] of Object.entries(others)) {
        assert.deepStrictEqual(Object.keys(words), Object.keys(en!), language)
        for (const [name, text] of Object.entries(words)) assert.deepStrictEqual([text === "", namesIn(text)], [false, namesIn(en![name]!)], `${language} ${name}`)
        assert.deepStrictEqual(Object.keys(chatWords(language)), Object.keys(chatWords("en")))
        assert.strictEqual(chatWords(`${language}-CH`).language, language)
      }
      assert.strictEqual(chatWords("ja").language, "en")
    }))

  it.effect.skipIf(unless)("speaks the language of its page, on the company's site that of the site", () =>
    Effect.gen(function*() {
      const { page: address } = yield* embedded
      yield* siteShown("acme")
      const sql = yield* OwnerSql
      yield* sql`update site_settings set locale = 'de-AT' where company_id = 1`
      const own = `${yield* HttpServer.addressFormattedWith(Effect.succeed)}/s/${yield* slugOf()}/chat`
      const one = yield* browser
      const [complaints, faults]: [Array<string>, Array<string>] = [[], []]
      const words = JSON.parse(WIDGET_WORDS) as Record<string, Record<string, string>>
      yield* Effect.promise(async () => {
        const page = await newPage(one, viewports.narrowest, complaints)()
        for (const [language, { chat, question, toPerson, withUs }] of Object.entries(words)) {
          told = ` data-lang="${language}"`
          await page.goto(address)
          await page.getByRole("button", { name: `${chat}${withUs}` }).click()
          await page.getByLabel(question!).waitFor()
          await page.getByRole("button", { name: words[language]!["person"]! }).click()
          await page.getByLabel(toPerson!).waitFor()
          faults.push(...(await faultsOf(page)).map((fault) => `${language}: ${fault}`))
          await picture(page, `chat-${language}`)
          await page.evaluate(() => (globalThis as any).localStorage.clear())
        }
        told = ""
        await page.goto(own)
        assert.strictEqual(await page.locator("html").getAttribute("lang"), "de")
        await page.getByRole("heading", { name: "Fragen Sie uns" }).waitFor()
        await page.getByLabel("Ihre Frage").locator("visible=true").waitFor()
        faults.push(...(await faultsOf(page)).map((fault) => `page: ${fault}`))
        await page.context().close()
      })
      assert.deepStrictEqual(complaints, [])
      assert.deepStrictEqual(faults, [])
      yield* sql`update site_settings set locale = null where company_id = 1`
    }))

  it.effect.skipIf(unless)("goes on where the line was cut and where the page was loaded again, and asks once", () =>
    Effect.gen(function*() {
      const model = yield* Model
      const { page: address, way } = yield* embedded
      const one = yield* browser
      model.says(slowly)
      const [cut, again] = ["How long do refunds take to my card?", "How long does a refund to my card take, please?"]
      const told = yield* Effect.promise(async () => {
        const page = await newPage(one, desktop, [])()
        await page.goto(address)
        await page.getByRole("button", { name: "Chat with us" }).click()
        await ask(page, cut)
        await page.getByText("word5 ").waitFor()
        way.cut()
        await answered(page)
        const afterCut = await words(page)
        await ask(page, again)
        await page.getByText("word5 ").nth(1).waitFor()
        await page.reload()
        await answered(page, 2)
        return [afterCut, await words(page)] as const
      })
      const whole = Array.from({ length: 60 }, (_, n) => `word${n} `).join("") + "[1]."
      for (const text of told) assert.include(text, whole)
      assert.strictEqual(told[1].split(whole).length, 3)
      assert.strictEqual(told[1].split(again).length, 2)
      assert.deepStrictEqual([asksOf(model.asked, cut), asksOf(model.asked, again)], [1, 1])
      model.says(quickly)
    }))

  it.effect.skipIf(unless)("is a page of the company's, which streams with a script and answers without one", () =>
    Effect.gen(function*() {
      yield* embedded
      yield* siteShown("acme")
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const address = `${base}/s/${yield* slugOf()}/chat`
      const one = yield* browser
      const [complaints, faults]: [Array<string>, Array<string>] = [[], []]
      for (const [screen, options] of Object.entries(viewports)) {
        for (const javaScriptEnabled of [true, false]) {
          const page = yield* Effect.promise(newPage(one, { ...options, javaScriptEnabled }, complaints))
          const look = async (name: string) => {
            const what = `page-${name}${javaScriptEnabled ? "" : "-plain"}-${screen}`
            if (javaScriptEnabled) faults.push(...(await faultsOf(page)).map((fault) => `${what}: ${fault}`))
            else faults.push(...markupFaults(await page.content()).map((fault) => `${what}: ${fault}`))
            await picture(page, `chat-${what}`)
          }
          yield* Effect.promise(async () => {
            await page.goto(address)
            await page.getByText("What would you like to know?").locator("visible=true").waitFor()
            await look("empty")
            await page.getByLabel("Your question").locator("visible=true").fill("How long does a refund take?")
            await page.getByRole("button", { name: "Send", exact: true }).locator("visible=true").click()
            await page.getByRole("link", { name: "Source 1: Returns and refunds" }).waitFor()
            await page.getByText("A refund takes five working days").locator("visible=true").waitFor()
            await page.getByRole("button", { name: javaScriptEnabled ? "Helpful" : "Yes", exact: true }).click()
            await look("answered")
            await page.getByLabel("Your question").locator("visible=true").fill("Which zebra won?")
            await page.getByRole("button", { name: "Send", exact: true }).locator("visible=true").click()
            await page.getByText("Shall I ask somebody to answer you?").locator("visible=true").waitFor()
            await page.context().close()
          })
        }
      }
      assert.deepStrictEqual(complaints, [])
      assert.deepStrictEqual(faults, [])
      yield* send("/chat/settings", { key: "acme", method: "PATCH", ...json({ visitors: false }) })
      assert.strictEqual((yield* Effect.promise(() => fetch(address))).status, 404)
      yield* send("/chat/settings", { key: "acme", method: "PATCH", ...json({ visitors: true }) })
    }))
})
