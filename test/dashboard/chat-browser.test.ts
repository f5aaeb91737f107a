import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import type { Page } from "playwright-core"
import { markupFaults } from "../shop/shopping.ts"
import { json, send, TestServerWith } from "../support/test-server.ts"
import { browser, desktop, executable, faultsOf, NO_BROWSER, picture, screens } from "./chromium.ts"
import { signInAs } from "./sign-in.ts"

const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}, key: "acme" | "acmeShop" = "acme") =>
  Effect.map(send(path, { key, method: "POST", headers, ...json(body) }), (sent) => {
    assert.isBelow(sent.status, 300, sent.text)
    return sent
  })

/** Entries, one of them archived, and conversations: one that was answered, and one that was handed over. */
const made = Effect.gen(function*() {
  yield* post("/kb/company/1", { title: "Returns and refunds", body: "A refund goes back to the card within five working days." })
  const { json: entry } = yield* post("/kb/company/1", { title: "Opening <b>hours</b>", body: "We open at **nine**.\n\n## Sundays\n\nClosed.", tags: ["hours"] })
  yield* post("/kb/company/1", { title: "Parking", body: "", status: "draft", questions: ["Where do customers park?"] })
  const first = yield* post("/chat/public/message", { message: "How long does a refund to my card take?" }, {}, "acmeShop")
  const headers = { "x-service-visitor": first.headers.get("x-service-visitor")! }
  const { conversation_id } = first.json
  yield* post("/chat/public/message", { message: "Which zebra won, and <b>why</b>?", conversation_id }, headers, "acmeShop")
  yield* post(`/chat/messages/${first.json.message.id}/feedback`, { helpful: false, comment: "Too long." })
  const { json: other } = yield* post("/chat/message", { message: "When do you open?" })
  return { entry: entry.id as number, conversation: conversation_id as number, other: other.conversation_id as number }
})

layer(TestServerWith(), { excludeTestServices: true })("the pages about the chat, in a browser", (it) => {
  it.effect("are clear to everybody, and do without a script what they are for", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const { conversation, entry, other } = yield* made
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const [complaints, faults]: [Array<string>, Array<string>] = [[], []]
      yield* Effect.promise(async () => {
        for (const [screen, size] of Object.entries(screens)) {
          const page = await (await one.newContext(size)).newPage()
          page.on("console", (message) => complaints.push(`${page.url()} ${message.text()}`))
          await signInAs(page, base, "owner", "/dashboard/chats")
          const pages = {
            list: "/dashboard/chats", one: `/dashboard/chats/${conversation}`, settings: "/dashboard/chat-settings",
            knowledge: "/dashboard/knowledge", entry: `/dashboard/knowledge/${entry}`,
            search: "/dashboard/knowledge-search?query=refnud+to+the+card"
          }
          for (const [what, path] of Object.entries(pages)) {
            await page.goto(`${base}${path}`)
            faults.push(...[...await faultsOf(page), ...markupFaults(await page.content())].map((fault) => `${what}-${screen}: ${fault}`))
            await picture(page, `chats-${what}-${screen}`)
          }
          await page.context().close()
        }
      })
      assert.deepStrictEqual(faults, [])
      assert.deepStrictEqual(complaints, [])

      const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()
      const told = (page: Page) => page.getByRole("status").innerText()
      yield* Effect.promise(async () => {
        const page = await (await one.newContext({ ...desktop, javaScriptEnabled: false })).newPage()
        await signInAs(page, base, "owner", "/dashboard/chats")
        await page.getByLabel("With").selectOption("visitor")
        await press(page, "Show")
        await page.getByRole("link", { name: "How long does a refund" }).click()
        const talk = await page.getByRole("list").filter({ hasText: "Which zebra won" }).innerText()
        for (const part of ["<b>why</b>", "not helpful", "Too long.", "not known", "Returns and refunds"]) assert.include(talk, part)
        await page.getByLabel("Why (if you like)").fill("Wants to know of zebras.")
        await press(page, "Hand over to a person")
        assert.include(await told(page), "answers nothing more")
        await page.getByLabel("Answered by").selectOption({ index: 1 })
        await press(page, "Assign")
        assert.include(await told(page), "noted who answers")
        await page.getByLabel("Your answer").fill("The striped one.")
        await press(page, "Answer")
        assert.include(await told(page), "stands in the conversation")
        assert.include(await page.getByRole("main").innerText(), "The striped one.")
        await press(page, "Close")
        assert.include(await page.getByRole("main").innerText(), "It is closed")
        await press(page, "Let the chat answer again")
        assert.include(await told(page), "answers here again")

        await page.goto(`${base}/dashboard/chats/${other}`)
        await press(page, "Delete the conversation")
        await page.getByRole("heading", { level: 1 }).waitFor()
        if ((await page.getByRole("heading", { level: 1 }).innerText()).startsWith("Delete")) await press(page, "Delete the conversation")
        assert.strictEqual(new URL(page.url()).pathname, "/dashboard/chats")

        await page.getByRole("link", { name: "How it answers" }).click()
        await page.getByLabel("What it says first").fill("Good day!")
        await page.getByLabel("Models").fill("openai/gpt-4.1-mini\nnobody/knows")
        await press(page, "Save")
        assert.include(await page.getByRole("alert").innerText(), "Please fix the fields")
        await page.getByLabel("Models").fill("openai/gpt-4.1-mini\nanthropic/claude-sonnet-4-5")
        await page.getByLabel("AI tokens of one conversation a day").fill("30000")
        await press(page, "Save")
        assert.strictEqual(await told(page), "Saved.")

        await page.getByRole("link", { name: "Knowledge base" }).click()
        await page.getByRole("link", { name: "Write an entry" }).click()
        await page.getByLabel("Title").fill("Gift wrapping")
        await page.getByLabel("Text").fill("We wrap presents for free.")
        await page.getByLabel("Open questions").fill("In which colors?")
        await press(page, "Save")
        assert.include(await page.getByRole("alert").innerText(), "Please fix the fields")
        await page.getByLabel("Open questions").fill("")
        await press(page, "Save")
        assert.include(await told(page), "Saved.")
        await page.getByLabel("Tags").fill("gifts, presents")
        await press(page, "Save")
        await page.goto(`${base}/dashboard/knowledge-search?query=do+you+wrap+presents`)
        assert.include(await page.getByRole("main").innerText(), "We wrap presents for free.")
        await page.getByRole("link", { name: "Gift wrapping" }).click()
        assert.strictEqual(await page.getByLabel("Tags").inputValue(), "gifts, presents")
        await press(page, "Archive it")
        if ((await page.getByRole("heading", { level: 1 }).innerText()).startsWith("Archive this")) await press(page, "Archive it")
        assert.include(await told(page), "archived")
      })
      const { json: settings } = yield* send("/chat/settings", { key: "acme" })
      assert.deepInclude(settings, { greeting: "Good day!", conversation_tokens: 30_000, visitors: true })
      assert.lengthOf(settings.models, 2)
      const { json: kept } = yield* send(`/chat/conversations/${conversation}`, { key: "acme" })
      assert.deepInclude(kept, { status: "open", messages: 5 })
    }))
})
