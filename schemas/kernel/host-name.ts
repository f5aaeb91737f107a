import { isIP } from "node:net"
import { domainToASCII } from "node:url"

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * The normal form of a host name: lower case, in ASCII (a label of other letters as `xn--...`, RFC 5891), without the dot at its end.
 * Undefined for anything that is no name of at least two labels: an IP address, `localhost`, a name with a port or an underscore.
 */
export const domainNameOf = (text: string): string | undefined => {
  if (text.length > 300 || /[^\p{L}\p{M}\p{N}.-]/u.test(text)) return undefined
  const name = domainToASCII(text).replace(/\.$/, "")
  const labels = name.split(".")
  if (name.length > 253 || labels.length < 2 || isIP(name) !== 0 || /^\d+$/.test(labels.at(-1)!)) return undefined
  return labels.every((one) => label.test(one)) ? name : undefined
}

/** The same of a host as requests name it, with a port or without. */
export const hostNameOf = (host: string): string | undefined => domainNameOf(host.replace(/:\d{0,5}$/, ""))
