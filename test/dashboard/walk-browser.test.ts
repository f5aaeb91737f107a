import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import type { Browser, Page } from "playwright-core"
import { afterAll } from "vitest"
import type { Operation } from "#schemas/kernel/catalog"
import { verbs } from "../../src/connector/verbs.ts"
import { exampleOf } from "../contract/examples.ts"
import { asksWhich, exampleKey, personFor } from "../contract/form-texts.ts"
import { type Key, TestServer } from "../support/test-server.ts"
import { allFaultsOf, complaintsOf, executable, launched, NO_BROWSER, phone } from "./chromium.ts"
import { signInAs, signInWithKey } from "./sign-in.ts"
import { type Kind, kindOf, saidWrong, walk } from "./walking.ts"

const whole = process.env["FAULTS"] === "all" || process.env["GOALS"] === "exact"

const kinds = ["list", "read", "create", "change", "remove with consent", "act", "upload", "download"] satisfies ReadonlyArray<Kind>

/** One operation of each kind, of what can be of one record, from as many categories as there are kinds if that can be. */
const sample = (): ReadonlyArray<Operation> => {
  const seen = new Set<string>()
  return kinds.flatMap((kind) => {
    const all = verbs.filter((one) => kindOf(one) === kind && (asksWhich(one) || kind !== "read"))
    const one = all.find(({ category }) => !seen.has(category)) ?? all[0]
    if (one !== undefined) seen.add(one.category)
    return one === undefined ? [] : [one]
  })
}

const walked = whole ? verbs : sample()

let browser: Promise<Browser> | undefined
afterAll(async () => (await browser)?.close())

/** A window of each person who walks. */
const windows = new Map<Key, { readonly page: Page; readonly complaints: ReadonlyArray<string> }>()

const windowOf = async (base: string, person: Key) => {
  const enter = (page: Page) => (person === "acmeTest" ? signInWithKey : signInAs)(page, base, person)
  const known = windows.get(person)
  if (known !== undefined) {
    /* Some operations end sessions. */
    const answer = await known.page.request.get(`${base}/dashboard/records/crm`, { maxRedirects: 0 })
    if (answer.status() !== 200) await enter(known.page)
    return known
  }
  browser ??= launched()
  const page = await (await (await browser).newContext(phone)).newPage()
  page.setDefaultTimeout(10_000)
  const opened = { page, complaints: complaintsOf(page) }
  await enter(page)
  windows.set(person, opened)
  return opened
}

/** Pages of a kind are alike within a category, and what forms answer with is alike in all. */
const examined = new Set<string>()
const alike = (entry: Operation, what: string) => what === "page" ? `${kindOf(entry)} ${entry.category}` : what

const widerThanWindow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = (globalThis as any).document.scrollingElement
    return scrollWidth - clientWidth
  })

layer(TestServer, { excludeTestServices: true })("the pages of the contract, in a browser", (it) => {
  it("has operations of each kind to walk", () => assert.includeMembers(walked.map(kindOf), kinds))

  for (const entry of walked) {
    it.effect(`${entry.category}.${entry.name}, ${kindOf(entry)}`, (context) =>
      Effect.gen(function*() {
        if (executable === undefined) return context.skip(NO_BROWSER)
        const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
        const call = yield* exampleOf(entry, exampleKey(entry))
        const faults = yield* Effect.promise(async () => {
          const { complaints, page } = await windowOf(base, personFor(entry))
          const before = complaints.length
          const faults: Array<string> = []
          const shown = await walk(page, base, entry, call, async (what) => {
            const over = await widerThanWindow(page)
            if (over > 0) faults.push(`${what}: ${over} pixels wider than the window`)
            if (examined.has(alike(entry, what))) return
            examined.add(alike(entry, what))
            faults.push(...(await allFaultsOf(page)).map((fault) => `${what}: ${fault}`))
          })
          /* The browser wants to style the picture of a file, which the policy of files does not let it. */
          return shown === "file" ? faults : [...faults, ...saidWrong(complaints.slice(before))]
        })
        assert.deepStrictEqual(faults, [])
      }))
  }
})
