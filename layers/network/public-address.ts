import ipaddr from "ipaddr.js"

/** Addresses inside a cloud that look public: Azure's platform services answer here. */
const reserved = new Set(["168.63.129.16"])

/** What the registries have given out for the internet at large (RFC 4291, IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * Whether an address can only be somewhere on the public internet. Refused is everything else: loopback, private and
 * link-local networks, carrier-grade NAT, multicast, documentation and benchmark ranges, and IPv6 forms that carry an IPv4
 * address within (mapped, NAT64, 6to4, Teredo), since what they lead to is not what they look like.
 */
export const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== "unicast") return false
  return address.kind() === "ipv4"
    ? !reserved.has(address.toString())
    : (address as ipaddr.IPv6).match(globalUnicast)
}
