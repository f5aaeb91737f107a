import { Schema } from "effect"
import { line, Text } from "#schemas/kernel/text"
import { MediaId, PageId, PostId } from "../ids.ts"

const schemes = new Set(["https:", "http:", "mailto:", "tel:"])

/** What browsers read otherwise than it is written: they drop line breaks and tabs, and take a backslash for a slash. */
const misread = /[\p{Cc}\s\\]/u

const PLACE = /^#[\p{L}\p{N}_%-]{1,300}$/u

/** Whether a link of a site may lead there: to a path of the site, to a place of the page, or to one of the schemes that run nothing. */
export const isLinkUrl = (text: string): boolean => {
  if (misread.test(text)) return false
  if (text.startsWith("#")) return PLACE.test(text)
  if (text.startsWith("/")) return !text.startsWith("//")
  const url = URL.parse(text)
  return url !== null && schemes.has(url.protocol) && url.username === "" && url.password === ""
}

export const LinkUrl = Text.check(
  Schema.isMaxLength(2_000),
  Schema.makeFilter(isLinkUrl, {
    expected: "a path of the site such as /about, or an address with https, http, mailto or tel", toJsonSchema: () => ({ format: "uri-reference" })
  })
)

/** Where a link leads. A page or a post is still found when its address changes. */
export const Link = Schema.Union([
  Schema.Struct({ page_id: PageId }),
  Schema.Struct({ post_id: PostId }),
  Schema.Struct({ url: LinkUrl })
]).annotate({
  identifier: "BlockLink",
  description: "A page, a post, or an address: a path of the site, https, http, mailto or tel.",
  examples: [{ url: "/contact" }]
})
export type Link = typeof Link.Type

const RECORD = /^(page|post|media):([1-9]\d{0,15})$/

/** What is linked to in text: `page:42` and `post:42` are records, `media:42` is a file. */
export const textLinkOf = (href: string): Link | { readonly media_id: MediaId } | undefined => {
  const [, kind, id] = RECORD.exec(href) ?? []
  if (kind === "page") return { page_id: PageId.make(Number(id)) }
  if (kind === "post") return { post_id: PostId.make(Number(id)) }
  if (kind === "media") return { media_id: MediaId.make(Number(id)) }
  return isLinkUrl(href) ? { url: href } : undefined
}

/** The address of a link that names one: paths are those of the site. */
export const hrefOf = (base: string, url: string): string => url.startsWith("/") ? `${base}${url}` : url

/** A button that leads on. */
export const Action = Schema.Struct({
  label: line(60).annotate({ description: "What is done there, as in `Book a visit`." }),
  link: Link
}).annotate({ identifier: "BlockAction", examples: [{ label: "Write to us", link: { url: "/contact" } }] })
export type Action = typeof Action.Type
