import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import type { Page } from "playwright-core"
import { afterAll } from "vitest"
import { codeOf } from "../auth/authenticator.ts"
import { emailTo } from "../auth/post.ts"
import { ask, call } from "../connector/grants.ts"
import { client } from "../oauth/client.ts"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { TestServerWith, json, send } from "../support/test-server.ts"
import { allFaultsOf, browser, desktop, executable, NO_BROWSER, phone, picture } from "./chromium.ts"

const dataDir = join(tmpdir(), `story-${crypto.randomUUID()}`)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Where a client on this machine waits for its answer; keeps what it was sent. */
const waiting = Effect.acquireRelease(
  Effect.promise(async () => {
    const answers: Array<URL> = []
    const server = createServer((request, response) => {
      if (request.url!.startsWith("/callback")) answers.push(new URL(request.url!, "http://client.invalid"))
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Connected</title><p>You may close this.")
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { server, answers, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback` }
  }),
  ({ server }) => Effect.sync(() => server.close())
)

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

const password = "a loom that weaves algebra"

layer(TestServerWith({ dataDir }), { excludeTestServices: true })("an owner, in a browser without scripts", (it) => {
  it.effect("signs up, turns two-factor authentication on, makes a key, connects a client, approves what it asks, sees it done and cuts it off", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const faults: Array<string> = []
      const complaints: Array<string> = []
      const email = "ada@engines.example"
      const page = yield* Effect.promise(async () => (await one.newContext({ ...desktop, javaScriptEnabled: false })).newPage())
      page.on("console", (message) => {
        /* The question before something is cut off says by its status that nothing was done yet. */
        // Of the browser: whoever types before it looks has the focus already.
        if (!/status of 428|Autofocus processing was blocked/u.test(message.text())) complaints.push(message.text())
      })
      const inBrowser = <A>(work: () => Promise<A>) => Effect.promise(work)
      const at = () => new URL(page.url()).pathname + new URL(page.url()).search

      yield* inBrowser(async () => {
        await page.goto(`${base}/dashboard`)
        await page.getByRole("link", { name: "Create an account" }).click()
        await page.getByLabel("Your name").fill("Ada Lovelace")
        await page.getByLabel("Company").fill("Analytical Engines")
        await page.getByLabel("E-mail address").fill(email)
        await page.getByLabel("Password", { exact: true }).fill(password)
        await page.getByLabel("Time zone").selectOption("Europe/London")
        await press(page, "Create the account")
        await page.getByRole("heading", { name: "Look into your mail" }).waitFor()
      })
      const message = yield* emailTo(dataDir, email)
      yield* inBrowser(async () => {
        await page.goto(message.link + message.token)
        await press(page, "Confirm the address")
        assert.strictEqual(at(), "/dashboard/sign-in?done=verified")
        await page.getByLabel("E-mail address").fill(email)
        await page.getByLabel("Password", { exact: true }).fill(password)
        await press(page, "Sign in")
        assert.strictEqual(at(), "/dashboard")
        assert.include(await page.locator("footer").innerText(), "Signed in as Ada Lovelace")
      })

      const secret = yield* inBrowser(async () => {
        await page.getByRole("link", { name: "Settings" }).click()
        await press(page, "Turn on two-factor authentication")
        const image = await page.locator("img.qr").evaluate((one: any) => one.complete && one.naturalWidth > 0)
        assert.isTrue(image, "the policy lets the image be seen")
        await page.getByText("The app is on this phone").click()
        const secret = (await page.locator("code.secret").innerText()).replaceAll(" ", "")
        await page.getByLabel("Code").fill(codeOf(secret))
        await press(page, "Turn on two-factor authentication")
        assert.strictEqual((await page.locator("pre.codes").innerText()).trim().split("\n").length, 10)
        await page.getByRole("link", { name: "I have kept them" }).click()
        await press(page, "Sign out")
        await page.getByLabel("E-mail address").fill(email)
        await page.getByLabel("Password", { exact: true }).fill(password)
        await press(page, "Sign in")
        assert.strictEqual(at(), "/dashboard/sign-in/code")
        return secret
      })
      yield* OwnerSql.use((sql) => sql`update identity.accounts set totp_last_step = null`)
      const key = yield* inBrowser(async () => {
        await page.getByLabel("Code").fill(codeOf(secret))
        await press(page, "Sign in")
        assert.strictEqual(at(), "/dashboard")
        await page.getByRole("link", { name: "Settings" }).click()
        await page.getByRole("link", { name: "API keys" }).click()
        await page.getByRole("link", { name: "Make a key" }).click()
        await page.getByLabel("Name").fill("Till")
        await page.getByLabel("Mode").selectOption("live")
        await page.getByRole("checkbox", { name: "Change Contacts, companies, deals and tasks" }).check()
        await press(page, "Make the key")
        return await page.locator("code.secret").innerText()
      })
      const made = yield* send("/crm/contacts", {
        method: "POST", headers: { authorization: `Bearer ${key}` }, ...json({ first_name: "Charles", email: "charles@difference.example" })
      })
      assert.strictEqual(made.status, 201, made.text)

      const callback = yield* waiting
      const assistant = yield* client({ client_name: "Assistant", redirect_uris: [callback.address] })
      yield* inBrowser(async () => {
        await page.goto(base + assistant.authorize({ redirect_uri: callback.address }))
        await page.getByRole("heading", { name: "Connect Assistant?" }).waitFor()
        for (const [size, name] of [[desktop, "desktop"], [phone, "phone"]] as const) {
          const seen = await (await one.newContext({ ...size, storageState: await page.context().storageState() })).newPage()
          await seen.goto(page.url())
          faults.push(...(await allFaultsOf(seen)).map((fault) => `connect, ${name}: ${fault}`))
          await picture(seen, `p-connect-${name}`)
          await seen.context().close()
        }
        assert.isFalse(await page.isChecked("input[value='crm:write']"), "what changes something is ticked by the person only")
        await page.check("input[value='crm:write']")
        assert.strictEqual(await page.inputValue("#mode"), "test")
        await page.selectOption("#mode", "live")
        await press(page, "Connect")
        await page.getByText("You may close this.").waitFor()
      })
      const code = callback.answers.at(-1)!.searchParams.get("code")!
      const { json: tokens, status } = yield* assistant.exchange(code, { redirect_uri: callback.address })
      assert.strictEqual(status, 200, JSON.stringify(tokens))
      const held = { token: tokens.access_token as string }
      const asked = yield* call(held, "delete_contact", { id: made.json.id })
      assert.strictEqual(asked.error?.code, "confirmation_required", asked.text)
      const toDecide: string = asked.error.consent.page_url
      assert.strictEqual((yield* send(`/crm/contacts/${made.json.id}`, { headers: { authorization: `Bearer ${key}` } })).status, 200)

      yield* inBrowser(async () => {
        await page.goto(toDecide)
        const main = await page.getByRole("main").innerText()
        for (const part of ["Delete contact ", "Assistant", "Charles", "charles@difference.example"]) assert.include(main, part)
        await press(page, "Approve")
        assert.include(await page.getByRole("status").innerText(), "makes the same call again")
        assert.notInclude(await page.locator("main").innerText(), "gets the confirmation")
        assert.strictEqual(await page.locator("code.secret").count(), 0)
      })
      const again = yield* call(held, "delete_contact", { id: made.json.id })
      assert.isUndefined(again.error, again.text)
      assert.strictEqual((yield* send(`/crm/contacts/${made.json.id}`, { headers: { authorization: `Bearer ${key}` } })).status, 404)

      yield* inBrowser(async () => {
        await page.getByRole("link", { name: "Receipts" }).click()
        const done = page.getByRole("listitem").filter({ hasText: "delete_contact" }).last()
        assert.include(await done.innerText(), "Assistant for Ada Lovelace")
        await page.getByRole("link", { name: "Settings" }).click()
        await page.getByRole("link", { name: "Connected clients" }).click()
        const row = page.getByRole("row").filter({ hasText: "Assistant" })
        await row.getByText("things").click()
        assert.include(await row.innerText(), "Contacts, companies, deals and tasks: see and change")
        await row.getByRole("button", { name: "Revoke" }).click()
        await page.getByRole("heading", { name: "Cut this client off?" }).waitFor()
        await press(page, "Cut it off")
        assert.include(await page.getByRole("status").innerText(), "cut off")
        assert.strictEqual(await page.getByRole("row").filter({ hasText: "Assistant" }).count(), 0)
      })
      const began = Date.now()
      while ((yield* ask(held, "tools/list")).status !== 401 && Date.now() - began < goal(1_000)) yield* Effect.sleep("20 millis")
      assert.isBelow(Date.now() - began, goal(1_000))
      assert.deepStrictEqual(faults, [])
      assert.deepStrictEqual(complaints, [])
    }))
})
