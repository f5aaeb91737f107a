import robots from "robots-parser"
import type { Crawl } from "#layers/kb/sources"

/** How the reader of sites calls itself, to servers and in their robots.txt. */
export const AGENT = "BusinessPlatform-Knowledge/1.0"
const AGENT_NAME = "BusinessPlatform-Knowledge"

const MOST_OF_AN_ADDRESS = 1_000
/* Addresses that go on for ever are made by programs that add to them: the same part again, another parameter. */
const MOST_PARTS = 15
const MOST_TIMES = 3
const MOST_PARAMETERS = 5

/** Parameters that tell who came from where, and change nothing of what is shown. */
const tracking = /^(?:utm_\w+|gclid|dclid|fbclid|msclkid|mc_cid|mc_eid|_ga|igshid)$/iu

/** Files that are never read, by their endings. */
const others = /\.(?:avif|gif|ico|jpe?g|png|svg|webp|bmp|tiff?|css|m?js|json|rss|atom|xml|zip|gz|tgz|rar|7z|tar|dmg|exe|msi|apk|mp[34]|m4[av]|mov|avi|webm|wav|ogg|woff2?|ttf|otf|eot|ics|vcf)$/iu

/* Its types say that it is an ES module, which it is not. */
const robotsParser = robots as unknown as typeof robots.default

/** The one way in which an address is written here. */
export const keyOf = (address: string, from?: string): string | undefined => {
  const url = URL.parse(address, from)
  if (url === null || !/^https?:$/u.test(url.protocol)) return undefined
  url.hash = ""
  url.username = url.password = ""
  for (const name of new Set(url.searchParams.keys())) if (tracking.test(name)) url.searchParams.delete(name)
  if (url.search === "") url.search = ""
  return url.href
}

/** The folder of an address, with its host. */
export const folderOf = (address: string): string => {
  const { origin, pathname } = new URL(address)
  return origin + pathname.slice(0, pathname.lastIndexOf("/") + 1)
}

/** Which addresses belong to a site, and may be asked for by its robots.txt. */
export const scopeOf = ({ robots, within }: Pick<Crawl, "robots" | "within">) => {
  const base = new URL(within)
  const rules = robotsParser(new URL("/robots.txt", base).href, robots)
  const isAllowed = (key: string) => rules.isAllowed(key, AGENT_NAME) !== false
  return {
    isAllowed,
    /** Seconds between two requests, if it says so. */
    delay: rules.getCrawlDelay(AGENT_NAME),
    sitemaps: rules.getSitemaps(),
    /** An address as it is written here, if it belongs to the site and is no trap. */
    wanted: (address: string, from?: string): string | undefined => {
      const key = keyOf(address, from)
      if (key === undefined || key.length > MOST_OF_AN_ADDRESS) return undefined
      const url = new URL(key)
      /* Links within a site often still have the protocol that it had before. */
      if (url.host === base.host) url.protocol = base.protocol
      if (!url.href.startsWith(within) || others.test(url.pathname)) return undefined
      const parts = url.pathname.split("/").filter((part) => part !== "")
      if (parts.length > MOST_PARTS || parts.some((part) => parts.filter((other) => other === part).length > MOST_TIMES)) return undefined
      return url.searchParams.size <= MOST_PARAMETERS && isAllowed(url.href) ? url.href : undefined
    }
  }
}
export type Scope = ReturnType<typeof scopeOf>
