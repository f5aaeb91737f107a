import { request } from "node:http"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import type { Key } from "../support/test-server.ts"
import { post } from "./paying.ts"

export const links = "/gateway/payment-links"

/** A link, over 12.50 unless told. */
export const link = Effect.fnUntraced(function*(given: object = {}, key: Key = "acmeTest") {
  const what = "order_id" in given || "invoice_id" in given ? {} : { amount: 1_250, currency: "EUR", description: "Deposit for the workshop" }
  const made = yield* post(links, { ...what, ...given }, key)
  assert.strictEqual(made.status, 201, made.text)
  return made.json as { readonly id: number; readonly url: string }
})

export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

/** What a browser without JavaScript gets. */
export const visit = (url: string, init: RequestInit = {}) =>
  Effect.promise(async (): Promise<Answer> => {
    const response = await fetch(url, { ...init, redirect: "manual" })
    return { status: response.status, text: await response.text(), headers: response.headers }
  })

export const sendForm = (url: string, fields: Record<string, string>) =>
  visit(url, { method: "POST", body: new URLSearchParams(fields), headers: { origin: new URL(url).origin } })

/** The same at a host of a company's own. */
export const atHost = Effect.fnUntraced(function*(host: string, path: string, body?: string) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.promise(() => new Promise<{ status: number; text: string; location: string | undefined }>((resolve, reject) => {
    const headers = { host, ...body !== undefined && { "content-type": "application/x-www-form-urlencoded" } }
    const sent = request(base + path, { method: body === undefined ? "GET" : "POST", headers }, (answer) => {
      const parts: Array<Buffer> = []
      answer.on("data", (part: Buffer) => parts.push(part)).on("end", () =>
        resolve({ status: answer.statusCode!, text: Buffer.concat(parts).toString(), location: answer.headers.location }))
    })
    sent.on("error", reject).end(body)
  }))
})

/** What the form of a page says of its showing. */
export const showingOf = (text: string) => /name="showing" value="([\w-]{43})"/.exec(text)![1]!

/** Opens the page of a link, sends its form, and gives what followed, up to the receipt. */
export const payAt = Effect.fnUntraced(function*(url: string, fields: Record<string, string> = {}) {
  const { text } = yield* visit(url)
  const sent = yield* sendForm(url, { card: "pm_card_visa", ...fields, showing: showingOf(text) })
  const receipt = sent.headers.get("location") ?? undefined
  return { sent, receipt, shown: receipt === undefined ? sent : yield* visit(new URL(receipt, url).href) }
})

export const headingOf = ({ text }: Answer) => /<h1[^>]*>([^<]*)</.exec(text)?.[1]
