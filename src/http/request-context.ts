import { Context, Effect } from "effect"
import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import type { Standing } from "#layers/rate-limits"
import type { Entry } from "#schemas/kernel/catalog"
import type { Caller } from "#schemas/kernel/tenancy"
import type { No } from "./error-response.ts"
import { RequestTarget } from "./request-target.ts"

/** What the gates say: go on (as this caller, or as anybody), ask elsewhere, or no. */
export type Verdict = Refused | Moved | { readonly _tag: "Pass"; readonly caller: Caller["Service"] | undefined }

/** The same request is for another address of ours. */
export interface Moved {
  readonly _tag: "Moved"
  readonly to: string
}

export interface Refused {
  readonly _tag: "No"
  readonly no: No
  readonly headers: Readonly<Record<string, string>>
}

/** The operation that was asked for, the key that came with it, and what its address said. */
export interface Asked {
  readonly entry: Entry
  readonly key: string | undefined
  readonly params: unknown
  readonly query: unknown
}

const root = new RequestTarget("/", "")

/** One request on its way through: what the gates learn of it, for the log and the headers of the answer. */
export class Exchange {
  readonly id: string
  /** The address that was asked for; of a request whose address was refused, the root. */
  target = root
  readonly startedAt: number
  readonly address: string
  /** The template of the route, never the path: paths hold ids. */
  route = ""
  company: number | undefined
  rate: Standing | undefined
  asked: Asked | undefined
  verdict: Verdict | undefined

  constructor(id: string, startedAt: number, address: string) {
    this.id = id
    this.startedAt = startedAt
    this.address = address
  }
}

export const CurrentExchange = Context.Reference<Exchange>("src/CurrentExchange", {
  defaultValue: () => new Exchange("", 0, "")
})

/** An address as proxies write it, some of them with its port; nothing for anything else. */
const ipIn = (text: string): string | undefined => {
  const [, ...found] = /^\[([\d.:A-Fa-f]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? []
  const address = found.find((one) => one !== undefined) ?? text
  return isIP(address) === 0 ? undefined : address
}

/**
 * Who sent it: the peer of the connection, or, behind `proxies` of our own, the address the outermost of them saw.
 * Entries further left in X-Forwarded-For are the sender's own claim. What is no
 * address is nobody's: limits count by it, and e-mails and audits show it.
 */
export const addressOf = (request: IncomingMessage, proxies: number): string => {
  if (proxies > 0) {
    const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",")
    const address = ipIn(forwarded.at(-proxies)?.trim() ?? "")
    if (address !== undefined) return address
  }
  return request.socket.remoteAddress ?? ""
}

/**
 * What a stranger's requests are counted by: an IPv4 address, or the /64 network of an IPv6 one, within which whoever has
 * it takes any address they like (RFC 6177).
 */
export const networkOf = (address: string): string => {
  if (!address.includes(":")) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped !== null) return mapped[1]!
  const [head = "", tail] = address.split("::")
  const left = head.split(":").filter((group) => group !== "")
  const right = tail === undefined ? [] : tail.split(":").filter((group) => group !== "")
  const groups = tail === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right]
  return `${groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`
}

/** Tells the log which route answers, by its template. */
export const named = <A, E, R>(route: string, effect: Effect.Effect<A, E, R>) =>
  Effect.withFiber<A, E, R>((fiber) => {
    fiber.getRef(CurrentExchange).route = route
    return effect
  })
