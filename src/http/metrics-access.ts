import { createHash, timingSafeEqual } from "node:crypto"
import { Effect, Option, Redacted } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import type { ApiError } from "./error-response.ts"

/** The Prometheus text format. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"

const digest = (text: string) => createHash("sha256").update(text).digest()

const refusal: { readonly error: ApiError; readonly headers: Readonly<Record<string, string>> } = {
  error: { code: "unauthorized", message: "Send METRICS_TOKEN as a bearer token." },
  headers: { "www-authenticate": "Bearer realm=\"metrics\"" }
}

/** The error for an `Authorization` header that gives no access to the metrics. It takes the same time for any token. */
export const metricsAccess = Effect.map(ServiceConfig, ({ metricsToken }) => {
  const expected = Option.getOrUndefined(Option.map(metricsToken, (token) => digest(Redacted.value(token))))
  return (authorization: string | undefined): typeof refusal | undefined => {
    if (expected === undefined) return undefined
    const [scheme = "", ...given] = (authorization ?? "").split(" ")
    const same = timingSafeEqual(digest(given.join(" ")), expected)
    return same && scheme.toLowerCase() === "bearer" ? undefined : refusal
  }
})
