import type { Page } from "playwright-core"
import { emailOf, type Key, PASSWORD } from "../support/test-server.ts"

/** Types address and password and sends the form, as a person would. */
export const signInAs = async (page: Page, base: string, name: Key, to = "/dashboard") => {
  await page.goto(`${base}/dashboard/sign-in?to=${encodeURIComponent(to)}`)
  await page.getByLabel("E-mail address").fill(emailOf(name))
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.waitForURL(`${base}${to}`)
}
