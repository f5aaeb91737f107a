import type { Page } from "playwright-core"
import type { Operation } from "#schemas/kernel/catalog"
import type { Call } from "../contract/examples.ts"
import { asksWhich, fileOf, needsFields, pageFor, textsOf } from "../contract/form-texts.ts"
import { pageOf } from "../../src/dashboard/records/catalogue.ts"

/** What a page is for, by what its operation does. */
export const kindOf = ({ download, files, list, method, raw, requiresConsent, successStatus, upload }: Operation) => {
  if (download !== undefined) return "download"
  if (method === "GET") return list ? "list" : "read"
  if ((upload ?? raw) !== undefined || Object.keys(files).length > 0) return "upload"
  if (method === "DELETE") return requiresConsent ? "remove with consent" : "remove"
  return successStatus === 201 ? "create" : method === "POST" ? "act" : "change"
}

export type Kind = ReturnType<typeof kindOf>

/** Looks at the page that is shown; `what` tells which. */
type Look = (what: string) => Promise<void>

/** The statuses by which pages say that something is still to be done. */
const asked = /status of (?:400|422|428)/u

/** What is wrong with a page besides what its status says on purpose. */
export const saidWrong = (complaints: ReadonlyArray<string>) => complaints.filter((line) => !asked.test(line))

const main = (page: Page) => page.getByRole("main")

const failed = async (page: Page, what: string, status: number | undefined): Promise<never> => {
  const wrong = await main(page).locator(".failure, .wrong").allInnerTexts()
  throw new Error(`${what} answered ${status}: ${wrong.join(" | ").slice(0, 500)}`)
}

/** Opens an address; what is no page is saved by the browser instead. */
const open = async (page: Page, address: string, what: string): Promise<"file" | "page"> => {
  const saved = page.waitForEvent("download").then((one) => one.path(), () => undefined)
  const shown = await page.goto(address).catch((error: Error) => error)
  if (shown instanceof Error) {
    if (!/Download is starting|ERR_ABORTED/u.test(shown.message) || (await saved) === undefined) throw shown
    return "file"
  }
  void saved
  if (shown?.status() !== 200) await failed(page, what, shown?.status())
  return shown?.headers()["content-type"]?.startsWith("text/html") === true ? "page" : "file"
}

/** Presses a button that sends a form, and gives the status of what is then shown. */
const press = async (page: Page, button: string): Promise<number | undefined> => {
  const one = page.locator(button)
  const refusals: ReadonlyArray<string> = await one.evaluate((element: any) =>
    [...element.form.elements].filter((field: any) => !field.checkValidity()).map((field: any) => `${field.name}: ${field.validationMessage}`))
  if (refusals.length > 0) throw new Error(`the browser itself does not send the form: ${refusals.join(", ")}`)
  const [shown] = await Promise.all([page.waitForNavigation(), one.click({ noWaitAfter: true })])
  return shown?.status()
}

const OWN = "main form.act:has(input[name=once])"
const SEND = `${OWN} button[type=submit]`
const AGREE = "main form.act:has(input[name=consent]) button[type=submit]"

const fillIn = async (page: Page, entry: Operation, call: Call) => {
  for (const typed of textsOf(entry, call, ["query", "payload"])) {
    const { kind, path, text } = typed
    const field = page.locator(`${OWN} [name="${path}"]`)
    if (kind === "several") for (const value of text.split("\n")) await page.locator(`${OWN} [name="${path}"][value="${value}"]`).check()
    else if (kind === "file" || kind === "document") {
      const file = fileOf(entry, call, typed)
      await field.setInputFiles({ name: "example", mimeType: file.type, buffer: Buffer.from(file.text) })
    } else if (await field.evaluate((one: any) => one.tagName) === "SELECT") await field.selectOption(text)
    else await field.fill(text)
  }
}

/** Sends the form with nothing where something must be. */
const sendEmpty = async (page: Page, what: string) => {
  for (const field of await page.locator(`${OWN} [aria-required=true]`).all()) {
    if (await field.evaluate((one: any) => one.tagName) === "SELECT") await field.selectOption("")
    else if (await field.getAttribute("type") !== "file") await field.fill("")
  }
  const status = await press(page, SEND)
  if (status !== 400 && status !== 422) await failed(page, `${what}, empty,`, status)
  if (await page.locator(`${OWN} .wrong`).count() === 0) throw new Error(`${what}: nothing beside its fields says what is wrong`)
}

/** Does on the page of an operation what it is for, as a person would; tells whether it led to a page or a file. */
export const walk = async (page: Page, base: string, entry: Operation, call: Call, look: Look): Promise<"file" | "page"> => {
  const at = (path: string) => `${base}${path}`
  const what = `${entry.category}.${entry.name}`
  if (asksWhich(entry)) {
    await open(page, at(pageOf(entry)), what)
    await look("which")
  }
  if (await open(page, at(pageFor(entry, call)), what) === "file") return "file"
  await look("page")
  if (entry.method === "GET") return "page"
  if (needsFields(entry)) {
    await sendEmpty(page, what)
    await look("refused")
  }
  await fillIn(page, entry, call)
  let status = await press(page, SEND)
  if (status === 428 && entry.requiresConsent) {
    if (!/What would change/u.test(await main(page).innerText())) throw new Error(`${what} does not show what would change`)
    await look("consent")
    status = await press(page, AGREE)
  }
  if (status !== 200) await failed(page, what, status)
  await look("done")
  return "page"
}
