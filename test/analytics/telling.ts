import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { eventually } from "../support/eventually.ts"
import { type Key, send } from "../support/test-server.ts"
import { analyticsKey } from "./tracking-examples.ts"

export const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
export const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
export const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"

/** In Norway and in the United States, as the table says. */
export const norwegian = "193.213.112.4"
export const american = "8.8.8.8"

export interface Who {
  readonly address: string
  readonly userAgent: string
}

/** Tells of events as the browser of somebody. */
export const tell = Effect.fnUntraced(function*(who: Who, events: ReadonlyArray<object>, key: Key = "acme", site?: string) {
  const body = JSON.stringify({ site: site ?? (yield* analyticsKey(key)), events })
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.promise(async () => {
    const headers = { "content-type": "application/json", "user-agent": who.userAgent, "x-forwarded-for": who.address }
    const response = await fetch(`${base}/api/v1/analytics/events`, { method: "POST", headers, body })
    return { status: response.status, json: await response.json() as any }
  })
})

/** What was counted, once so many page views are. */
export const counted = (query: string, views: number, key: Key = "acme") =>
  Effect.map(eventually(send(`/analytics/page-views?${query}`, { key }), ({ json, status }) => status !== 200 || json.total.page_views >= views), ({ json, status, text }) => {
    assert.strictEqual(status, 200, text)
    return json
  })
