import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import type { BrowserContextOptions, Page } from "playwright-core"
import { contact, propose } from "../agents/consent-calls.ts"
import { emailOf, TestServerWith, PASSWORD, send } from "../support/test-server.ts"
import { arrived, here, until } from "../webhooks/receiver.ts"
import { allFaultsOf, browser, complaintsOf, desktop, executable, faultsOf, NO_BROWSER, phone, picture } from "./chromium.ts"
import { fixture, workflows } from "./fixture.ts"
import { signInWithKey, withKey } from "./sign-in.ts"

const address = HttpServer.addressFormattedWith(Effect.succeed)

const TestServer = () => layer(TestServerWith(here, workflows), { excludeTestServices: true })

TestServer()("the pages in a browser", (it) => {
  it.effect("work without a script: runs are read, a delivery is replayed, a consent approved, its receipt seen", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const made = yield* fixture
      const base = yield* address
      const one = yield* browser
      const { complaints, confirmation } = yield* Effect.promise(async () => {
        const page = await (await one.newContext({ ...desktop, javaScriptEnabled: false })).newPage()
        const complaints = complaintsOf(page)
        await signInWithKey(page, base, "acme", "/dashboard/runs")

        await page.getByLabel("Status").selectOption("failed")
        await page.getByRole("button", { name: "Show" }).click()
        assert.strictEqual(await page.getByRole("row").count(), 2)
        await page.getByRole("link", { name: `billing.charge ${made.run.failed}` }).click()
        assert.include(await page.getByRole("alert").innerText(), "The card was declined.")

        await page.getByRole("link", { name: "Webhooks" }).click()
        await page.getByRole("link", { name: made.webhook.url }).click()
        const first = page.getByRole("row").filter({ hasText: "503" })
        await first.getByText("1 attempt, 503").click()
        assert.include(await first.innerText(), "try again later")
        await first.getByRole("button", { name: "Replay" }).click()
        assert.include(await page.getByRole("status").innerText(), "sent again")

        await page.getByRole("link", { name: "Consents" }).click()
        await page.getByRole("link", { name: /contact/iu }).first().click()
        assert.include(await page.getByRole("main").innerText(), "grace@navy.example")
        await page.getByRole("button", { name: "Approve" }).click()
        return { complaints, confirmation: await page.locator("code.secret").innerText() }
      })
      yield* arrived(made.endpoint, 4)
      const done = yield* send(`/crm/contacts/${made.grace.id}`, {
        key: "cautious",
        method: "DELETE",
        headers: { "x-service-confirmation": confirmation, "x-service-session": "run-2026-11-21-7" }
      })
      assert.strictEqual(done.status, 200, done.text)
      yield* Effect.promise(async () => {
        const page = one.contexts()[0]!.pages()[0]!
        await page.getByRole("link", { name: "Receipts" }).click()
        await page.getByLabel("Session").fill("run-2026-11-21-7")
        await page.getByRole("button", { name: "Show" }).click()
        const last = page.getByRole("listitem").filter({ hasText: "delete_contact" }).last()
        assert.include(await last.innerText(), `consent ${made.consent}`)
        await page.getByRole("button", { name: "Sign out" }).click()
        await page.getByLabel("E-mail address").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    }))
})

TestServer()("the pages in a browser", (it) => {
  it.effect("are clear to everybody, by day and by night, on a desk and in a hand", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const made = yield* fixture
      const base = yield* address
      const one = yield* browser
      const paths: Readonly<Record<string, string>> = {
        overview: "",
        consents: "/consents",
        "consents-all": "/consents?state=all",
        consent: `/consents/${made.consent}`,
        "consent-rejected": `/consents/${made.refused}`,
        receipts: "/receipts",
        session: "/receipts?session=run-2026-11-21-7",
        runs: "/runs",
        "runs-none": "/runs?workflow=nothing",
        run: `/runs/${made.run.waiting}`,
        "run-failed": `/runs/${made.run.failed}`,
        webhooks: "/webhooks",
        webhook: `/webhooks/${made.webhook.id}`,
        missing: "/nothing"
      }
      /* What is approved cannot be approved again. */
      const { id: second } = yield* propose(yield* contact())
      const walk = async (screen: string, size: BrowserContextOptions, consent: number) => {
        const found: Array<string> = []
        const page = await (await one.newContext(size)).newPage()
        const look = async (page: Page, name: string) => {
          found.push(...(await allFaultsOf(page)).map((fault) => `${name}, ${screen}: ${fault}`))
          await picture(page, `${name}-${screen}`)
        }
        await page.goto(`${base}/dashboard/sign-in`)
        await look(page, "sign-in")
        await withKey(page, "sk_service_live_mistyped")
        await look(page, "sign-in-again")
        await signInWithKey(page, base, "acme")
        for (const [name, path] of Object.entries(paths)) {
          await page.goto(`${base}/dashboard${path}`)
          for (const summary of await page.locator("summary:visible").all()) await summary.click()
          await look(page, name)
        }
        await page.goto(`${base}/dashboard/consents/${consent}`)
        await page.getByRole("button", { name: "Approve" }).click()
        await look(page, "approved")
        const other = await (await one.newContext(size)).newPage()
        await signInWithKey(other, base, "scopeless")
        await look(other, "scopeless")
        return found
      }
      const faults = yield* Effect.promise(async () => [...await walk("desktop", desktop, made.consent), ...await walk("phone", phone, second)])
      assert.deepStrictEqual(faults, [])

      const wrong = yield* Effect.promise(async () => {
        const page = await (await one.newContext(desktop)).newPage()
        await page.setContent("<html><p style='color: #bbb; background: #fff; width: 200vw'>faint <img src='data:,'></p></html>")
        return await faultsOf(page)
      })
      for (const fault of ["color-contrast", "image-alt", "wider"]) {
        assert.isTrue(wrong.some((one) => one.includes(fault)), `${fault} is not seen`)
      }
    }))
})

TestServer()("the pages in a browser", (it) => {
  it.effect("are worked by keyboard alone", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const made = yield* fixture
      const base = yield* address
      const one = yield* browser
      yield* Effect.promise(async () => {
        const page = await (await one.newContext(desktop)).newPage()
        await page.goto(`${base}/dashboard/consents/${made.consent}`)
        /** Goes on until what has the focus is named so, as long as there is something to go to. */
        const to = async (name: RegExp) => {
          for (let steps = 0; steps < 60; steps++) {
            await page.keyboard.press("Tab")
            const [text, visible] = await page.evaluate(() => {
              const { document, getComputedStyle } = globalThis as any
              const one = document.activeElement
              return [one.labels?.[0]?.innerText ?? one.innerText ?? "", getComputedStyle(one).outlineStyle !== "none"] as const
            })
            if (name.test(text)) return assert.isTrue(visible, `the focus on ${text} cannot be seen`)
          }
          assert.fail(`no key leads to ${name}`)
        }
        await page.locator("#email:focus").waitFor()
        await page.keyboard.type(emailOf("owner"))
        await to(/^Password$/u)
        await page.keyboard.type(PASSWORD)
        await page.keyboard.press("Enter")
        await page.waitForURL(`${base}/dashboard/consents/${made.consent}`)
        for (const mode of ["test", "live"]) {
          await to(new RegExp(`^Switch to ${mode}`, "u"))
          await page.keyboard.press("Enter")
          await page.waitForURL(`${base}/dashboard/consents`)
          await page.getByText(`${mode} mode`, { exact: true }).waitFor()
        }
        await page.goto(`${base}/dashboard/consents/${made.consent}`)
        await to(/^Skip to the content$/u)
        await page.keyboard.press("Enter")
        await to(/^Reason/u)
        await page.keyboard.type("Not this one.")
        await to(/^Reject$/u)
        await page.keyboard.press("Enter")
        await page.getByRole("status").waitFor()
        assert.include(await page.getByRole("main").innerText(), "Not this one.")
      })
      const consent = yield* until(
        Effect.map(send(`/agent/consents/${made.consent}`, { key: "acme" }), ({ json }) => json),
        ({ state }) => state === "rejected"
      )
      assert.strictEqual(consent.reason, "Not this one.")
    }))
})
