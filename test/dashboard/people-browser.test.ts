import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import * as OTPAuth from "otpauth"
import { hashOf } from "#layers/auth/api-keys"
import type { BrowserContextOptions } from "playwright-core"
import { OwnerSql } from "../support/database.ts"
import { emailOf, TestServerWith, type Key, PASSWORD } from "../support/test-server.ts"
import { allFaultsOf, browser, desktop, executable, NO_BROWSER, phone, picture } from "./chromium.ts"
import { signInAs } from "./sign-in.ts"

const narrowest = { ...phone, viewport: { width: 360, height: 780 } } satisfies BrowserContextOptions

layer(TestServerWith(), { excludeTestServices: true })("the pages for people, in a browser", (it) => {
  it.effect("are clear to everybody, by day and by night, on a desk and in a hand", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const sql = yield* OwnerSql
      const stale = sql`update sessions set stepped_up_at = null`
      const run = <A>(effect: Effect.Effect<A, unknown>) => Effect.runPromise(effect)
      const complaints: Array<string> = []

      const walk = async (screen: string, size: BrowserContextOptions, name: Key) => {
        const found: Array<string> = []
        const page = await (await one.newContext({ ...size, javaScriptEnabled: true })).newPage()
        page.on("console", (message) => {
          /* Whose password it is, no page knows that was opened by an e-mail's link. */
          const isNameless = /\/(?:reset|invitation)/u.test(page.url()) && message.text().includes("username fields")
          if (!isNameless && !/status of 4\d\d/u.test(message.text())) complaints.push(`${page.url()} ${message.text()}`)
        })
        const look = async (what: string) => {
          found.push(...(await allFaultsOf(page)).map((fault) => `${what}, ${screen}: ${fault}`))
          await picture(page, `${what}-${screen}`)
        }
        const visit = async (what: string, path: string) => {
          await page.goto(`${base}/dashboard${path}`)
          await look(what)
        }
        const press = (button: string) => page.getByRole("button", { name: button, exact: true }).first().click()

        await run(sql`insert into invitations (company_id, email, role, token_hash, invited_by, expires_at)
          values (1, ${`invited-${screen}@team.example`}, 'viewer', ${hashOf(screen)}, 1, now() + interval '1 day')`)
        await visit("p-sign-in", "/sign-in")
        await page.getByLabel("E-mail address").fill("nobody@team.example")
        await page.getByLabel("Password", { exact: true }).fill("not this one")
        await press("Sign in")
        await look("p-sign-in-wrong")
        await page.getByText("Sign in with an API key").click()
        await look("p-sign-in-key")
        await visit("p-sign-up", "/sign-up")
        await page.getByLabel("Your name").fill("Ada Lovelace")
        await page.getByLabel("Company").fill("Engines")
        await page.getByLabel("E-mail address").fill("ada lovelace")
        await page.getByLabel("Password", { exact: true }).fill("passwordpassword")
        await press("Create the account")
        await look("p-sign-up-wrong")
        await page.getByLabel("E-mail address").fill(`ada-${screen}@engines.example`)
        await page.getByLabel("Password", { exact: true }).fill("a loom that weaves algebra")
        await press("Create the account")
        await look("p-signed-up")
        await visit("p-verify", "/verify?token=abc")
        await press("Confirm the address")
        await look("p-verify-stale")
        await visit("p-forgot", "/forgot")
        await visit("p-reset", "/reset?token=abc")
        await visit("p-invitation", `/invitation?token=${screen}`)
        await page.getByRole("link", { name: "I have an account" }).click()
        await look("p-invitation-known")
        await page.getByLabel("Password").fill("not this one either")
        await press("Join with my account")
        await look("p-invitation-wrong")
        await visit("p-invitation-over", "/invitation?token=abc")

        await signInAs(page, base, name)
        await visit("p-overview", "")
        await visit("p-account", "/account")
        await run(stale)
        await press("Turn on two-factor authentication")
        await look("p-step-up")
        await page.getByLabel("Password").fill("wrong password")
        await press("Go on")
        await look("p-step-up-wrong")
        await page.getByLabel("Password").fill(PASSWORD)
        await press("Go on")
        await page.getByText("The app is on this phone").click()
        await look("p-two-factor")
        const secret = (await page.locator("code.secret").innerText()).replaceAll(" ", "")
        await page.getByLabel("Code").fill("000000")
        await press("Turn on two-factor authentication")
        await look("p-two-factor-wrong")
        await page.getByLabel("Code").fill(new OTPAuth.TOTP({ secret }).generate())
        await press("Turn on two-factor authentication")
        await look("p-recovery-codes")
        await visit("p-account-two", "/account")
        await visit("p-password", "/account/password")
        await visit("p-companies", "/companies")
        await visit("p-members", "/members")
        await page.getByLabel("E-mail address").fill(`guest-${screen}@team.example`)
        await press("Send the invitation")
        await look("p-invited")
        await page.getByRole("link", { name: "viewer" }).click()
        await look("p-member")
        await press("Remove from the company")
        await look("p-member-remove")
        await visit("p-keys", "/keys")
        await page.getByRole("link", { name: "Make a key" }).click()
        await look("p-key-new")
        await press("Make the key")
        await page.getByLabel("Name").fill("Web shop")
        await page.getByText("From where, and for which agent").click()
        await page.getByLabel("Only from these addresses").fill("not an address")
        await press("Make the key")
        await look("p-key-wrong")
        await page.getByLabel("Only from these addresses").fill("")
        await press("Make the key")
        await look("p-key-made")
        await visit("p-keys-some", "/keys")
        await page.getByRole("link", { name: "Web shop" }).first().click()
        for (const summary of await page.locator("summary:visible").all()) await summary.click()
        await look("p-key")
        await press("Revoke the key")
        await look("p-key-revoke")
        await page.getByRole("button", { name: "Revoke the key" }).click()
        await look("p-key-revoked")
        await visit("p-clients", "/clients")
        await visit("p-audit", "/audit")
        await press("Sign out")
        await page.getByLabel("E-mail address").fill(emailOf(name))
        await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
        await press("Sign in")
        await look("p-code")
        await page.getByLabel("Code").fill("000000")
        await press("Sign in")
        await look("p-code-wrong")
        return found
      }
      const faults = yield* Effect.promise(async () => [...await walk("desktop", desktop, "admin"), ...await walk("phone", narrowest, "owner")])
      assert.deepStrictEqual(faults, [])
      assert.deepStrictEqual(complaints, [])
    }))
})
