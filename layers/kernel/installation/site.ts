import { hostname, networkInterfaces } from "node:os"
import { isIP } from "node:net"
import { Context, Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { ServiceConfig } from "../config.ts"

/** Where a server listens: an address, and a port that is never 0. */
export interface Listening {
  readonly address: string
  readonly port: number
}

/** Where the service listens, in a process that does. */
export const ListeningAt = Context.Reference<Listening | undefined>("layers/ListeningAt", { defaultValue: () => undefined })

/** The `Host` that a request came to, where no request of the framework tells it. */
export const AskedHost = Context.Reference<string | undefined>("layers/AskedHost", { defaultValue: () => undefined })

const LOOPBACK = "127.0.0.1"
const loopbackNames = ["localhost", LOOPBACK, "[::1]"]

const isLoopback = (host: string) => loopbackNames.includes(host) || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))
const isUnspecified = (host: string) => host === "0.0.0.0" || host === "::"

const literal = (host: string) => isIP(host) === 6 ? `[${host}]` : host

/** Addresses of this machine, and its name. */
const ofMachine = () => [
  hostname().toLowerCase(),
  ...Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => literal(address)))
]

/** How a machine that listens there may be called by those who reach it. The first is the one that it calls itself. */
const namesOf = (listening: string): ReadonlyArray<string> =>
  isUnspecified(listening)
    ? [LOOPBACK, ...loopbackNames, ...ofMachine()]
    : [literal(listening), ...isLoopback(listening) ? loopbackNames : []]

/**
 * Where the service is reached: `SITE_URL`, or else where it listens. Nothing of a request is ever repeated: what it calls the
 * service only chooses among the names that the service has anyway.
 */
export class Site extends Context.Service<Site>()("layers/Site", {
  make: Effect.gen(function*() {
    const { host, port, siteUrl } = yield* ServiceConfig
    if (Option.isSome(siteUrl)) {
      const linked = siteUrl.value
      return { origin: Effect.succeed(linked), host: Effect.succeed(new URL(linked).host), linked }
    }
    const listening = (yield* ListeningAt) ?? { address: host, port }
    const names = [...isIP(host) === 0 ? [host.toLowerCase()] : [], ...namesOf(listening.address)]
    const hosts = new Set(names.flatMap((name) => [...listening.port === 80 ? [name] : [], `${name}:${listening.port}`]))
    const [own = ""] = hosts
    const asked = Effect.gen(function*() {
      const request = yield* Effect.serviceOption(HttpServerRequest.HttpServerRequest)
      const given = (Option.isSome(request) ? request.value.headers["host"] : yield* AskedHost)?.toLowerCase()
      return given !== undefined && hosts.has(given) ? given : own
    })
    return {
      /** Like `https://example.com` or `http://127.0.0.1:8080`, without a slash at the end. */
      origin: Effect.map(asked, (name) => `http://${name}`),
      /** Of it, the host and its port. */
      host: asked,
      /** The same for links in e-mails: whoever asks for an e-mail to somebody else has no say in where they lead. */
      linked: `http://${own}`
    }
  })
}) {
  static readonly layer = Layer.effect(Site, Site.make)
}
