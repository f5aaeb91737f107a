import { assert } from "@effect/vitest"
import { request } from "node:http"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { HtmlValidate } from "html-validate"
import { post, read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, json, type Key, send } from "../support/test-server.ts"

/** What a company of the tests sells is sold in live mode, as visitors see it: for the demo company, no money moves there. */
export const demo = Effect.flatMap(OwnerSql, (sql) => Effect.orDie(sql`update companies set demo = true where id = ${companyIds.acme}`))

export const slugOf = (key: Key = "owner") => Effect.map(read("/company/settings", key), ({ slug }) => slug as string)

interface Page {
  readonly status: number
  readonly text: string
  /** Where it was in the end. */
  readonly path: string
  readonly location: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
}

const validator = new HtmlValidate({ extends: ["html-validate:standard", "html-validate:a11y"] })

/** What is wrong with a page, by the standard and for those who do not see it. */
export const markupFaults = (text: string): ReadonlyArray<string> =>
  validator.validateStringSync(text).results.flatMap(({ messages }) => messages.map(({ line, message, ruleId }) => `${line}: ${ruleId}: ${message}`))

/** Somebody with a browser of their own that keeps cookies and runs no script, at the service's own address or at a host of the company's. */
export const shopper = Effect.fnUntraced(function*(host?: string) {
  const base = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
  const at = host ?? base.host
  let cookie: string | undefined
  const ask = (path: string, form: Readonly<Record<string, string>> | undefined, more: Readonly<Record<string, string>>) =>
    Effect.promise(() => new Promise<Page>((resolve, reject) => {
      const headers = {
        host: at, ...cookie !== undefined && { cookie },
        ...form !== undefined && { "content-type": "application/x-www-form-urlencoded", origin: `http://${at}` }, ...more
      }
      const sent = request(new URL(path, base), { method: form === undefined ? "GET" : "POST", headers }, (answer) => {
        const parts: Array<Buffer> = []
        const [given] = answer.headers["set-cookie"] ?? []
        if (given !== undefined) cookie = given.split(";")[0]
        answer.on("data", (part: Buffer) => parts.push(part)).on("end", () =>
          resolve({ status: answer.statusCode!, text: Buffer.concat(parts).toString(), path, location: answer.headers.location, headers: answer.headers }))
      })
      sent.on("error", reject).end(form === undefined ? undefined : new URLSearchParams(form).toString())
    }))
  const follow = (page: Page): Effect.Effect<Page> => page.location === undefined ? Effect.succeed(page) : Effect.flatMap(ask(page.location, undefined, {}), follow)
  const visit = (path: string) => Effect.map(Effect.flatMap(ask(path, undefined, {}), follow), (page) => {
    if (page.text.startsWith("<!doctype")) assert.deepStrictEqual(markupFaults(page.text), [], path)
    return page
  })
  return {
    visit,
    /** Sends a form, and is not led on. */
    post: (path: string, form: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) => ask(path, form, more),
    /** Sends a form and goes where it leads. */
    send: (path: string, form: Readonly<Record<string, string>>) => Effect.flatMap(ask(path, form, {}), follow)
  }
})

/** The hidden fields of the form that has this text in it. */
export const fieldsOf = ({ text }: Page, part: string): Record<string, string> => {
  const form = text.split("<form").find((one) => one.includes(part) && one.indexOf(part) < one.indexOf("</form"))
  assert.isDefined(form, `no form with ${part}`)
  return Object.fromEntries([...form!.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/gu)].map(([, name, value]) => [name, value]))
}

export const heading = ({ text }: Page) => /<h1[^>]*>([^<]*)</u.exec(text)?.[1]

/** What a page says, without its marks. */
export const words = ({ text }: Page) =>
  text.slice(text.indexOf("<main")).replace(/<script[^]*?<\/script>/gu, "").replace(/<[^>]+>/gu, " ").replace(/\u00a0|\u202f/gu, " ").replaceAll("&#39;", "'").replace(/\s+/gu, " ")

interface Sold {
  readonly title: string
  readonly [field: string]: unknown
}

/** A product for sale of which so many of each variant are in stock. */
export const onShelf = Effect.fnUntraced(function*({ variants = [{}], ...more }: Sold & { readonly variants?: ReadonlyArray<object> }, stock = 20, key: Key = "acme") {
  const made = yield* post("/ecommerce/products", {
    state: "active", variants: variants.map((one) => ({ prices: [{ currency: "USD", amount: 2_400 }], weight_grams: 350, ...one })), ...more
  }, key)
  assert.strictEqual(made.status, 201, made.text)
  const items = made.json.variants.filter(({ track_inventory }: { readonly track_inventory: boolean }) => track_inventory)
    .map(({ id }: { readonly id: number }) => ({ variant_id: id, change: stock }))
  if (stock > 0) assert.strictEqual((yield* post("/ecommerce/inventory/adjustments", { items, reason: "Delivered" }, key)).status, 201)
  return made.json as { readonly id: number; readonly slug: string; readonly variants: ReadonlyArray<{ readonly id: number }> }
})

export const change = (path: string, body: object, key: Key = "acme", method = "PATCH") =>
  Effect.map(send(path, { key, method, ...json(body) }), (answer) => {
    assert.strictEqual(answer.status, 200, answer.text)
    return answer.json
  })

export const rates = (all: ReadonlyArray<object>) =>
  change("/ecommerce/shipping/rates", { rates: all.map((one) => ({ name: "Standard", zone: "All", currency: "USD", bands: [{ from: 0, amount: 490 }], ...one })) }, "acme", "PUT")
