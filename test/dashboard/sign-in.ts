import type { Page } from "playwright-core"
import { emailOf, type Key, PASSWORD, secrets } from "../support/test-server.ts"

/** Types address and password and sends the form, as a person would. */
export const signInAs = async (page: Page, base: string, name: Key, to = "/dashboard") => {
  await page.goto(`${base}/dashboard/sign-in?to=${encodeURIComponent(to)}`)
  await page.getByLabel("E-mail address").fill(emailOf(name))
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.waitForURL(`${base}${to}`)
}

/** Asks for the other way in, and types a key. */
export const withKey = async (page: Page, key: string) => {
  await page.getByText("Sign in with an API key").click()
  await page.getByLabel("API key").fill(key)
  await page.getByRole("button", { name: "Sign in with this key" }).click()
}

/** Types the key and sends the form, as a person would. */
export const signInWithKey = async (page: Page, base: string, name: Key, to = "/dashboard") => {
  await page.goto(`${base}${to}`)
  await withKey(page, secrets[name])
  await page.waitForURL(`${base}${to}`)
}
