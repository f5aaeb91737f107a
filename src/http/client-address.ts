import { isIP } from "node:net"
import ipaddr from "ipaddr.js"
import type { IncomingMessage } from "node:http"

/** An address as proxies write it, some of them with its port; undefined for anything else. */
const ipIn = (text: string): string | undefined => {
  const [, ...found] = /^\[([\d.:A-Fa-f]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? []
  const address = found.find((one) => one !== undefined) ?? text
  return isIP(address) === 0 ? undefined : address
}

/**
 * The IP address of the client: the peer of the connection, or, behind `proxies` of our own, the address that the outermost of
 * them saw. Entries further left in X-Forwarded-For are the sender's own claim. Only real addresses are taken: rate limits count
 * by them, and e-mails and audits show them.
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
 * What anonymous requests are counted by: an IPv4 address, or the /64 network of an IPv6 one, within which its holder can take any
 * address (RFC 6177).
 */
export const networkOf = (address: string): string => {
  if (!address.includes(":") || !ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, 4).map((part) => part.toString(16)).join(":")}::/64` : parsed.toString()
}
