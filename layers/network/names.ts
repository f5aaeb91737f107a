import { Resolver } from "node:dns/promises"
import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import { Context } from "effect"

/** A name server that does not answer holds up only who asked: two tries of this many milliseconds. */
const PATIENCE_MS = 2_000
const TRIES = 2

export interface Address {
  readonly address: string
  readonly family: 4 | 6
}

/** The name does not exist, or nobody could say. */
export class Unresolved extends Error {
  override readonly name = "Unresolved"
}

/** Name servers to ask, as `address:port`; the system's by default. */
export const NameServers = Context.Reference<ReadonlyArray<string> | undefined>("layers/network/NameServers", {
  defaultValue: () => undefined
})

const asFamily = (family: 4 | 6) => (address: string): Address => ({ address, family })

/** Reserved so that they lead nowhere (RFC 2606), and to this machine (RFC 6761). */
const nowhere = /(?:^|\.)(?:invalid|example)$/u
const here = /(?:^|\.)localhost$/u

const loopback: ReadonlyArray<Address> = [{ address: "127.0.0.1", family: 4 }, { address: "::1", family: 6 }]

export type Resolve = (host: string) => Promise<ReadonlyArray<Address>>

/**
 * All addresses of a host, IPv4 first; fails with `Unresolved` where there are none. Asked by messages of our own and not
 * by the system's resolver, of which only four calls run at a time: a name server that is slow on purpose would stop
 * everybody's.
 */
export const resolver = (servers: ReadonlyArray<string> | undefined): Resolve => {
  const names = new Resolver({ timeout: PATIENCE_MS, tries: TRIES })
  if (servers !== undefined) names.setServers([...servers])
  return async (host) => {
    const literal = host.startsWith("[") ? host.slice(1, -1) : host
    const family = isIP(literal)
    if (family !== 0) return [{ address: literal, family: family as 4 | 6 }]
    const name = host.toLowerCase().replace(/\.$/u, "")
    if (here.test(name)) return loopback
    if (nowhere.test(name)) throw new Unresolved(host)
    const [four, six] = await Promise.allSettled([names.resolve4(name), names.resolve6(name)])
    const found = [
      ...four.status === "fulfilled" ? four.value.map(asFamily(4)) : [],
      ...six.status === "fulfilled" ? six.value.map(asFamily(6)) : []
    ]
    if (found.length === 0) throw new Unresolved(host)
    return found
  }
}

/** The texts of a name's TXT records, each as one; none where it has none. Fails with `Unresolved` where nobody could say. */
export const textResolver = (servers: ReadonlyArray<string> | undefined) => {
  const names = new Resolver({ timeout: PATIENCE_MS, tries: TRIES })
  if (servers !== undefined) names.setServers([...servers])
  return async (name: string): Promise<ReadonlyArray<string>> => {
    if (servers === undefined && nowhere.test(name)) return []
    try {
      return (await names.resolveTxt(name)).map((parts) => parts.join(""))
    } catch (error) {
      if (["ENODATA", "ENOTFOUND"].includes((error as { readonly code?: string }).code ?? "")) return []
      throw new Unresolved(name)
    }
  }
}

/** The same by the system's own resolver, which knows the names of this machine and its network. */
export const systemResolver: Resolve = async (host) => {
  const literal = host.startsWith("[") ? host.slice(1, -1) : host
  try {
    return (await lookup(literal, { all: true })).map(({ address, family }) => ({ address, family: family as 4 | 6 }))
  } catch {
    throw new Unresolved(host)
  }
}
