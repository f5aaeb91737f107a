import type { IncomingMessage } from "node:http"
import { hostNameOf } from "#schemas/kernel/host-name"

/**
 * The host that the client asked for: that of the request, or, behind `proxies` of our own, what the outermost of them saw and passed on in
 * `X-Forwarded-Host`. A proxy that passes on only its own leaves one entry. Undefined where it can be no company's: an IP address, say.
 */
export const clientHostOf = (request: IncomingMessage, proxies: number): string | undefined => {
  const forwarded = proxies === 0 ? undefined : request.headers["x-forwarded-host"]
  const entries = forwarded === undefined ? [] : String(forwarded).split(",").map((one) => one.trim())
  const host = entries.at(-proxies) ?? entries[0] ?? request.headers.host
  return host === undefined ? undefined : hostNameOf(host)
}
