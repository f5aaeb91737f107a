import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { addresses } from "#src/surfaces/addresses"
import { login } from "../auth/signing.ts"
import { allFaultsOf, browser, complaintsOf, executable, NO_BROWSER, phone } from "../dashboard/chromium.ts"
import { secrets, TestServer } from "../support/test-server.ts"

const unless = executable === undefined ? NO_BROWSER : undefined

layer(TestServer, { excludeTestServices: true })("the console of the documentation", (it) => {
  it.effect.skipIf(unless)("sends what the form says with a test key, shows request and answer, and refuses live credentials", () =>
    Effect.gen(function*() {
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const [test, live] = [(yield* login("owner", { mode: "test" })).access_token, (yield* login("owner", { mode: "live" })).access_token]
      yield* Effect.promise(async () => {
        const context = await one.newContext()
        const page = await context.newPage()
        const complaints = complaintsOf(page)
        const asked: Array<string> = []
        page.on("request", (request) => asked.push(request.url()))
        const [sent, answered, outcome] = [page.locator(".sent"), page.locator(".answered"), page.locator(".outcome")]
        const send = page.getByRole("button", { name: "Send" })

        await page.goto(`${base}${addresses.docs}/crm/create_contact`)
        const key = page.getByLabel("Test key")
        await key.fill(secrets.acme)
        await send.click()
        await outcome.getByText("This is a live key").waitFor()
        await key.fill("nonsense")
        await send.click()
        await outcome.getByText("neither a test key nor an access token").waitFor()
        assert.isFalse(asked.some((url) => url.includes("/api/")), "nothing was sent")

        await key.fill(secrets.cautiousTest)
        await page.locator("#try-body").fill(JSON.stringify({ first_name: "Ada's" }))
        await page.getByLabel("Idempotency-Key").fill("console-1")
        await send.click()
        await outcome.getByText(/^201 after \d+ ms/u).waitFor()
        assert.deepInclude(JSON.parse((await answered.textContent())!), { first_name: "Ada's" })
        const { id } = JSON.parse((await answered.textContent())!)
        const line = (await sent.textContent())!
        assert.include(line, `curl -X POST '${base}/api/v1/crm/contacts'`)
        assert.include(line, "$API_KEY")
        assert.include(line, String.raw`Ada'\''s`)
        assert.notInclude(await page.content(), secrets.cautiousTest)
        assert.include(await page.locator(".headers").textContent(), "x-request-id: ")
        assert.deepStrictEqual(await allFaultsOf(page), [])

        /* The key is there on the next page of the same tab, and in no other tab. */
        await page.goto(`${base}${addresses.docs}/crm/delete_contact`)
        assert.strictEqual(await key.inputValue(), secrets.cautiousTest)
        await page.locator("#try-0").fill(String(id))
        await send.click()
        await outcome.getByText(/^428 after/u).waitFor()
        assert.strictEqual(await outcome.getByRole("link", { name: "What to do" }).getAttribute("href"), "/docs/errors#confirmation_required")
        await outcome.getByRole("link", { name: "Where a person agrees" }).waitFor()
        const other = await context.newPage()
        await other.goto(`${base}${addresses.docs}/crm/delete_contact`)
        assert.strictEqual(await other.getByLabel("Test key").inputValue(), "")

        await page.goto(`${base}${addresses.docs}/auth/get_two_factor`)
        const token = page.getByLabel("Access token of a person")
        await token.fill(live)
        await send.click()
        await outcome.getByText("access token of a live session").waitFor()
        await token.fill(test)
        await send.click()
        await outcome.getByText(/^20\d after/u).waitFor()

        assert.isTrue(asked.every((url) => url.startsWith(base)), "nobody else is asked")
        /* Chromium complains of an answer that is an error, which the page shows. */
        assert.deepStrictEqual(complaints.filter((text) => !text.includes("status of 428")), [])

        const quiet = await (await one.newContext({ ...phone, javaScriptEnabled: false })).newPage()
        await quiet.goto(`${base}${addresses.docs}/crm/create_contact`)
        assert.isFalse(await quiet.getByRole("button", { name: "Send" }).isVisible())
        await quiet.getByLabel("Search the documentation").fill("delete a contact")
        await quiet.getByRole("button", { name: "Search" }).click()
        await quiet.getByRole("link", { name: "Delete a contact" }).first().click()
        assert.strictEqual(quiet.url(), `${base}${addresses.docs}/crm/delete_contact`)
      })
    }), 60_000)
})
