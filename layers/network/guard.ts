import type { LookupFunction, Socket } from "node:net"
import { isIP } from "node:net"
import { callbackify } from "node:util"
import { Context, Effect, Layer } from "effect"
import { buildConnector } from "undici"
import { ServiceConfig } from "../kernel/config.ts"
import { NameServers, type Resolve, resolver, systemResolver } from "./names.ts"
import { isPublic } from "./public-address.ts"

/** Why an address must not be called. The message says it to whoever gave the address. */
export class NotPublic extends Error {
  override readonly name = "NotPublic"
}

const notPublic = (host: string, address: string) =>
  new NotPublic(host === address ? `${host} is not a public address.` : `${host} leads to ${address}, which is not a public address.`)

/** How long a caller waits while the name of an address is looked up, and how many do so at a time. */
const LOOK_MS = 1_000
const LOOKS = 2

/** What the operator allows besides https addresses on the public internet. */
interface Allowed {
  readonly hosts: ReadonlyArray<string>
  readonly http: boolean
}

/** A guard that lets through what is allowed to one kind of connections. */
export const guarding = Effect.fnUntraced(function*({ hosts, http }: Allowed) {
  const ask = resolver(yield* NameServers)
  const allowed = new Set(hosts)
  const plainHost = (host: string) => (host.startsWith("[") ? host.slice(1, -1) : host).toLowerCase()
  const isAllowed = (host: string) => allowed.has(plainHost(host))
  const resolve: Resolve = (host) => isAllowed(host) ? systemResolver(host) : ask(host)

  /** What is wrong with an address before anything is looked up; nothing if it may be called. */
  const objection = ({ hostname, password, protocol, username }: URL) => {
    if (protocol !== "https:" && !(protocol === "http:" && http)) return "Only https addresses are called."
    if (username !== "" || password !== "") return "An address must not hold a user name or a password."
    const host = plainHost(hostname)
    return isIP(host) !== 0 && !isAllowed(host) && !isPublic(host) ? notPublic(host, host).message : undefined
  }

  let looking = 0
  const looked = (url: URL) =>
    Effect.suspend(() => {
      if (looking >= LOOKS) return Effect.succeed(undefined)
      looking++
      return Effect.tryPromise(() => resolve(url.hostname)).pipe(
        Effect.map((addresses) => addresses.find(({ address }) => !isPublic(address))),
        Effect.map((inner) => inner === undefined ? undefined : notPublic(plainHost(url.hostname), inner.address).message),
        Effect.timeoutOrElse({ duration: LOOK_MS, orElse: () => Effect.succeed(undefined) }),
        Effect.catch(() => Effect.succeed(undefined)),
        Effect.ensuring(Effect.sync(() => void looking--))
      )
    })

  /* Node tries all addresses of a name, so all are asked for. */
  const lookup = callbackify(async (host: string, _: object) => {
    const addresses = await resolve(host)
    const inner = isAllowed(host) ? undefined : addresses.find(({ address }) => !isPublic(address))
    if (inner !== undefined) throw notPublic(host, inner.address)
    return [...addresses]
  }) as LookupFunction

  /**
   * Connects sockets for undici within `timeout` milliseconds. The addresses that a name leads to are checked in the same
   * look-up whose result is connected to, and the address at the other end once more before anything is sent.
   */
  const connector = (timeout: number): buildConnector.connector => {
    const connect = buildConnector({ timeout, lookup, autoSelectFamily: true, allowH2: false, keepAlive: true })
    return (options, callback) => {
      const { hostname } = options
      const host = plainHost(hostname)
      /* Node connects to a literal without looking it up. */
      if (isIP(host) !== 0 && !isAllowed(host) && !isPublic(host)) return callback(notPublic(host, host), null)
      connect(options, (...[error, socket]: [Error, null] | [null, Socket]) => {
        if (error !== null) return callback(error, null)
        const { remoteAddress = "" } = socket
        if (isAllowed(hostname) || isPublic(remoteAddress)) return callback(null, socket)
        socket.destroy()
        callback(notPublic(host, remoteAddress), null)
      })
    }
  }

  return {
    objection,
    connector,
    /**
     * The same with its name looked up, if that can be done at once: a name that cannot be resolved now is no objection, because
     * every connection is checked again.
     */
    inspect: (url: URL) => {
      const found = objection(url)
      return found !== undefined || isAllowed(url.hostname) ? Effect.succeed(found) : looked(url)
    }
  }
})

/** Connections that the Guard makes: to public addresses, or to hosts that the operator has named. */
export class Guard extends Context.Service<Guard>()("layers/network/Guard", {
  make: Effect.flatMap(ServiceConfig, ({ webhookAllowHosts, webhookAllowHttp }) =>
    guarding({ hosts: webhookAllowHosts, http: webhookAllowHttp }))
}) {
  static readonly layer = Layer.effect(Guard, Guard.make)
}
