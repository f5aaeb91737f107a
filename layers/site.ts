import { Context, Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { ServiceConfig } from "./config.ts"

const host = /^(?:[A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/u

/** The `Host` that a request came to, where no request of the framework tells it. */
export const AskedHost = Context.Reference<string | undefined>("layers/AskedHost", { defaultValue: () => undefined })

/** Where the service is reached: `SITE_URL`, or else the address that the request being served came to. */
export class Site extends Context.Service<Site, {
  /** Like `https://example.com` or `http://127.0.0.1:8080`, without a slash at the end. */
  readonly origin: Effect.Effect<string>
  /** Of it, the host and its port. */
  readonly host: Effect.Effect<string>
}>()("layers/Site") {
  static readonly layer = Layer.effect(Site, Effect.gen(function*() {
    const { siteUrl } = yield* ServiceConfig
    if (Option.isSome(siteUrl)) {
      return Site.of({ origin: Effect.succeed(siteUrl.value), host: Effect.succeed(new URL(siteUrl.value).host) })
    }
    const asked = Effect.gen(function*() {
      const request = yield* Effect.serviceOption(HttpServerRequest.HttpServerRequest)
      const named = Option.isSome(request) ? request.value.headers["host"] : yield* AskedHost
      return named !== undefined && host.test(named) ? named : "localhost"
    })
    return Site.of({ origin: Effect.map(asked, (name) => `http://${name}`), host: asked })
  }))
}
