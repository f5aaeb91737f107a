import { Effect } from "effect"
import { HttpServer } from "effect/http"

/** What a person's browser says of itself when a link is followed. */
export const asPerson = {
  "user-agent": "Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate"
} as const

/** Follows a referral link as far as it leads at once. */
export const visit = Effect.fnUntraced(function*(code: string, init: RequestInit = { headers: asPerson }) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.promise(async () => {
    const response = await fetch(`${base}/r/${code}`, { ...init, redirect: "manual" })
    return { status: response.status, headers: response.headers, text: await response.text(), to: response.headers.get("location") }
  })
})
