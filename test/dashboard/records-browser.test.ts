import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import type { Page } from "playwright-core"
import { json, send, TestServer } from "../support/test-server.ts"
import { allFaultsOf, browser, clippedIn, complaintsOf, desktop, executable, NO_BROWSER, picture, screens } from "./chromium.ts"
import { signInAs } from "./sign-in.ts"

const address = HttpServer.addressFormattedWith(Effect.succeed)

const mainOf = (page: Page) => page.getByRole("main").innerText()

layer(TestServer, { excludeTestServices: true })("the pages of records in a browser", (it) => {
  it.effect("make, change and delete a record without a script, and keep what two people typed apart", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const base = yield* address
      const one = yield* browser
      const { page, complaints, id } = yield* Effect.promise(async () => {
        const page = await (await one.newContext({ ...desktop, javaScriptEnabled: false })).newPage()
        const complaints = complaintsOf(page)
        await signInAs(page, base, "owner", "/dashboard/records")
        await page.getByRole("link", { name: "Contacts", exact: true }).click()
        await page.getByRole("link", { name: "Add a contact", exact: true }).click()
        await page.getByLabel("First name").fill("Grace")
        await page.getByLabel("Last name").fill("Hopper")
        await page.getByLabel("Email").fill("no address")
        await page.getByLabel("Tags").fill("vip\nnavy")
        await page.getByRole("button", { name: "Add a contact" }).click()
        const wrong = page.getByLabel("Email")
        assert.strictEqual(await wrong.getAttribute("aria-invalid"), "true")
        assert.strictEqual(await page.getByLabel("Last name").inputValue(), "Hopper", "what was typed is kept")
        await wrong.fill("grace@navy.example")
        await page.getByRole("button", { name: "Add a contact" }).click()
        assert.include(await page.getByRole("status").innerText(), "add a contact")
        assert.strictEqual(await page.getByRole("heading", { level: 1 }).innerText(), "Grace Hopper")
        assert.match(await mainOf(page), /navy, vip/u)
        const id = new URL(page.url()).searchParams.get("id")!
        await page.getByRole("link", { name: "Change a contact", exact: true }).click()
        assert.strictEqual(await page.getByLabel("Email").inputValue(), "grace@navy.example")
        await page.getByLabel("First name").fill("Gracie")
        return { page, complaints, id }
      })
      const { status } = yield* send(`/crm/contacts/${id}`, { key: "acme", method: "PATCH", ...json({ notes: "Met in Oslo." }) })
      assert.strictEqual(status, 200)
      const requests = yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Change a contact" }).click()
        const shown = await mainOf(page)
        assert.match(shown, /Somebody else has changed it/u)
        assert.match(shown, /Met in Oslo/u)
        assert.strictEqual(await page.getByLabel("First name").inputValue(), "Gracie")
        await page.getByRole("button", { name: "Change a contact" }).click()
        assert.strictEqual(await page.getByRole("heading", { level: 1 }).innerText(), "Gracie Hopper")
        await page.getByText("More actions").click()
        await page.getByRole("link", { name: "Delete a contact", exact: true }).click()
        await page.getByRole("button", { name: "Delete a contact" }).click()
        assert.match(await mainOf(page), /What would change/u)
        await page.getByRole("button", { name: "Delete a contact" }).click()
        assert.include(await page.getByRole("status").innerText(), "delete a contact")
        return page.url()
      })
      assert.match(requests, /list_contacts/u)
      assert.deepStrictEqual(complaints.filter((line) => !/status of (?:412|422|428)/u.test(line)), [])
      const gone = yield* send(`/crm/contacts/${id}`, { key: "acme" })
      assert.strictEqual(gone.status, 404)
    }))

  for (const [screen, options] of Object.entries(screens)) {
    it.effect(`are well on a ${screen}`, (context) =>
      Effect.gen(function*() {
        if (executable === undefined) return context.skip(NO_BROWSER)
        const base = yield* address
        const one = yield* browser
        const { json: contact } = yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: "Ada", last_name: "Lovelace", tags: ["vip"] }) })
        yield* send("/crm/deals", { key: "acme", method: "POST", ...json({ title: "Engine", amount: 1_250_000, currency: "USD", contact_id: contact.id }) })
        const found = yield* Effect.promise(async () => {
          const page = await (await one.newContext(options)).newPage()
          await signInAs(page, base, "owner", "/dashboard/records")
          const faults: Array<string> = []
          for (const [name, path] of [
            ["index", ""], ["category", "/crm"], ["list", "/crm/list_contacts"], ["deals", "/crm/list_deals"], ["record", `/crm/get_contact?id=${contact.id}`],
            ["create", "/crm/create_deal"], ["settings", "/company/update_company_settings"], ["delete", `/crm/delete_contact?id=${contact.id}`], ["choose", "/crm/update_contact"]
          ] as const) {
            await page.goto(`${base}/dashboard/records${path}`)
            faults.push(...[...await allFaultsOf(page), ...await clippedIn(page)].map((fault) => `${name}: ${fault}`))
            await picture(page, `records-${name}-${screen}`)
          }
          return faults
        })
        assert.deepStrictEqual(found, [])
      }))
  }
})
