import { Context, Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { ServiceConfig } from "./config.ts"

/** What nobody but somebody at this machine can have asked for. */
const own = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/u

/** Where no request is, or none that says so. */
const nobody = "localhost"

const host = /^(?:[A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/u

/** The `Host` that a request came to, where no request of the framework tells it. */
export const AskedHost = Context.Reference<string | undefined>("layers/AskedHost", { defaultValue: () => undefined })

/** Where the service is reached: `SITE_URL`, or else the address that the request being served came to. */
export class Site extends Context.Service<Site, {
  /** Like `https://example.com` or `http://127.0.0.1:8080`, without a slash at the end. */
  readonly origin: Effect.Effect<string>
  /** Of it, the host and its port. */
  readonly host: Effect.Effect<string>
  /**
   * The same for links in letters. Whoever asks for a letter to somebody else chooses the `Host` of the request, so without
   * `SITE_URL` it counts only where it names this machine; else the links lead to where the service listens.
   */
  readonly linked: Effect.Effect<string>
}>()("layers/Site") {
  static readonly layer = Layer.effect(Site, Effect.gen(function*() {
    const { host: listening, port, siteUrl } = yield* ServiceConfig
    if (Option.isSome(siteUrl)) {
      const origin = Effect.succeed(siteUrl.value)
      return Site.of({ origin, host: Effect.succeed(new URL(siteUrl.value).host), linked: origin })
    }
    const asked = Effect.gen(function*() {
      const request = yield* Effect.serviceOption(HttpServerRequest.HttpServerRequest)
      const named = Option.isSome(request) ? request.value.headers["host"] : yield* AskedHost
      return named !== undefined && host.test(named) && URL.canParse(`http://${named}`) ? named : nobody
    })
    const here = `${listening.includes(":") ? `[${listening}]` : listening}:${port}`
    return Site.of({
      origin: Effect.map(asked, (name) => `http://${name}`),
      host: asked,
      linked: Effect.map(asked, (name) => `http://${own.test(name) && name !== nobody ? name : here}`)
    })
  }))
}
