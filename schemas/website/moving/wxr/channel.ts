import type { MovedAuthor } from "../document.ts"
import { listIn, read, textIn } from "./xml.ts"
import { declares } from "./split.ts"

/** What an export says before its items. */
export interface Channel {
  readonly title: string
  readonly about: string
  readonly language: string
  /** The site's address, without a slash at its end. */
  readonly site: string
  readonly authors: Readonly<Record<string, MovedAuthor>>
  /** Names of tags and categories, with the slugs of their old pages. */
  readonly terms: ReadonlyArray<{ readonly kind: "category" | "tag"; readonly slug: string; readonly name: string; readonly parent: string }>
}

const noExport = "it is no export of WordPress (Tools, Export), which begins with <rss> and names wordpress.org/export"

/** The beginning of an export up to its first item; words where it is none. */
export const channelOf = (beginning: string): Channel | string => {
  if (/<!(?:DOCTYPE|ENTITY)/iu.test(beginning)) return declares
  if (!/<rss[\s>]/u.test(beginning) || !beginning.includes("wordpress.org/export/")) return noExport
  const open = beginning.indexOf("<channel>")
  if (open === -1) return noExport
  const found = read(`${beginning.slice(open).replace(/<\/channel>[^]*$/u, "")}</channel>`)
  if (typeof found === "string") return found
  const channel = found["channel"] as Readonly<Record<string, unknown>>
  if (typeof channel !== "object") return noExport
  const text = (name: string) => textIn(channel[name]).trim()
  const terms = (name: string, kind: "category" | "tag", [slug, label, parent]: readonly [string, string, string]) =>
    listIn(channel[name]).map((one) => ({ kind, slug: textIn(one[slug]), name: textIn(one[label]), parent: textIn(one[parent]) }))
  return {
    title: text("title"),
    about: text("description"),
    language: text("language"),
    site: (text("wp:base_blog_url") || text("link")).replace(/\/{1,9}$/u, ""),
    authors: Object.fromEntries(listIn(channel["wp:author"]).map((author) => {
      const login = textIn(author["wp:author_login"])
      const whole = [author["wp:author_first_name"], author["wp:author_last_name"]].map(textIn).join(" ").trim()
      return [login, { name: textIn(author["wp:author_display_name"]).trim() || whole || login }]
    })),
    terms: [
      ...terms("wp:category", "category", ["wp:category_nicename", "wp:cat_name", "wp:category_parent"]),
      ...terms("wp:tag", "tag", ["wp:tag_slug", "wp:tag_name", ""])
    ]
  }
}

const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]{0,200}?encoding=["']([\w.-]{1,40})["']/u

/** What the bytes of an export are read with; nothing where nobody knows what it says it is written in. */
export const decoderOf = (beginning: Buffer): TextDecoder | undefined => {
  const [, encoding = "utf-8"] = declared.exec(beginning.toString("latin1", 0, 400)) ?? []
  try {
    return new TextDecoder(encoding)
  } catch {
    return undefined
  }
}
