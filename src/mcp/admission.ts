import { Effect, Option } from "effect"
import { isIP } from "node:net"
import { ServiceConfig } from "#layers/kernel/config"

type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** The name in `example.com:8080` or `[::1]:8080`. */
const nameOf = (host: string): string => (/^(\[[^\]]*\]|[^:]*)(?::\d+)?$/u.exec(host)?.[1] ?? "").toLowerCase()

const isLoopback = (name: string): boolean => name === "localhost" || name === "[::1]" || name === "::1" || /^127(?:\.\d{1,3}){3}$/u.test(name)

/** Nobody's name servers can make an address itself point elsewhere. */
const isAddress = (name: string): boolean => isIP(name.replace(/^\[(.*)\]$/u, "$1")) !== 0

const hostOf = (origin: string): string => URL.parse(origin)?.host ?? ""

/**
 * Says why a request is refused that a web page may have sent without its reader's knowledge, having its own name point to this
 * machine (DNS rebinding); `undefined` for all others.
 *
 * A page may ask when it is the site's own or listed in `CORS_ORIGINS`; while we listen on loopback, any page of this machine
 * may. Without `SITE_URL` the site's own page is the one under the asked host, if that is this machine or an address: another
 * name may be anybody's. On loopback the host that is asked for has to be this machine or the site. Where a token is needed that no browser sends by
 * itself, any page may ask.
 */
export const admission = Effect.map(ServiceConfig, ({ corsOrigins, host, siteUrl }) => {
  const local = isLoopback(host)
  const site = Option.isSome(siteUrl) ? new URL(siteUrl.value) : undefined
  const isOwn = (origin: string, asked: string) =>
    site !== undefined ? origin === site.origin : hostOf(origin) === asked && (isLoopback(nameOf(asked)) || isAddress(nameOf(asked)))

  return (headers: Headers, anyPage = false): string | undefined => {
    const asked = String(headers["host"] ?? "").toLowerCase()
    const origin = headers["origin"] === undefined ? undefined : String(headers["origin"])
    if (local && !isLoopback(nameOf(asked)) && asked !== site?.host) {
      return "This service is for its own machine: ask it as localhost, or set SITE_URL to the name it has."
    }
    if (
      anyPage || origin === undefined || corsOrigins.includes("*") || corsOrigins.includes(origin) || isOwn(origin, asked) ||
      (local && isLoopback(nameOf(hostOf(origin))))
    ) return undefined
    return "Pages of this origin may not ask: its operator can list it in CORS_ORIGINS."
  }
})
