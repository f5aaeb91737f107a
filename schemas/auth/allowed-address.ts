import { Schema } from "effect"
import { isIPv4, isIPv6 } from "node:net"
import { Text } from "#schemas/kernel/text"

const WIDEST = { ipv4: 32, ipv6: 128 } as const

/** An IPv4 or IPv6 address without a zone, or a network of them in CIDR notation (RFC 4632). */
const isAddressOrNetwork = (text: string): boolean => {
  const match = /^([^/%]+)(?:\/(\d{1,3}))?$/u.exec(text)
  if (match === null) return false
  const [, address = "", bits] = match
  if (!isIPv4(address) && !isIPv6(address)) return false
  return bits === undefined || (String(Number(bits)) === bits && Number(bits) <= (isIPv4(address) ? WIDEST.ipv4 : WIDEST.ipv6))
}

/** From where a key may be used. */
export const AllowedAddress = Text.check(
  Schema.isMaxLength(49),
  Schema.makeFilter(isAddressOrNetwork, { expected: "an IPv4 or IPv6 address, or a network like 198.51.100.0/24" })
).annotate({ examples: ["203.0.113.7"] })
