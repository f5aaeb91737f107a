import { Schema } from "effect"
import { Text } from "#schemas/kernel/text"
import { WebAddress } from "#schemas/company/settings"

const PATH = /^\/(?:[^\s/\\?#%]|%[0-9A-Fa-f]{2}|\/(?!\/))*$/u

/** A path has no segments that lead elsewhere than they read. */
const isPath = (text: string) => PATH.test(text) && !text.startsWith("//") && !text.split("/").some((part) => part === "." || part === "..")

/** The form under which a path is kept and looked for: without a slash at its end, decoded where that is safe. */
export const plainPath = (text: string): string => {
  let end = text.length
  while (end > 1 && text[end - 1] === "/") end--
  const bare = text.slice(0, end)
  try {
    const plain = decodeURIComponent(bare)
    return /[\s\\?#%\p{Cc}]/u.test(plain) ? bare : plain.normalize("NFC")
  } catch {
    return bare
  }
}

/** An address as a response names it: in ASCII, and never read as that of another host where it is a path. */
export const locationOf = (target: string): string =>
  target.startsWith("/") ? new URL(target.replace(/\/{2,}/gu, "/"), "http://site.invalid").pathname : new URL(target).href

/** A path of the site itself, as in its addresses. */
export const SitePath = Text.check(
  Schema.isMinLength(1), Schema.isMaxLength(1_000),
  Schema.makeFilter(isPath, { expected: "a path of the site like /about, without host, query and fragment" })
).annotate({ examples: ["/about"] })

/** Where a link of a site may lead: within it, or to https. */
export const SiteTarget = Schema.Union([SitePath, WebAddress]).annotate({ examples: ["/contact"] })
