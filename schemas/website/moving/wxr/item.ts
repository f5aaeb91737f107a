import type { MovedAuthor, Reading, Remark } from "../document.ts"
import { withoutMojibake } from "../mojibake.ts"
import { oldPath } from "../old-address.ts"
import { listIn, read, textIn } from "./xml.ts"

/** Why what is no page, post or file of a site is not taken. Kinds that nobody misses are passed over without a word. */
const silent = new Set(["revision", "customize_changeset", "oembed_cache", "wp_global_styles", "user_request", "wp_font_face", "wp_font_family"])
const reasons: Readonly<Record<string, string>> = {
  nav_menu_item: "Entries of menus are not taken: set the navigation of the site.",
  product: "Products are not content: import them into the shop.",
  custom_css: "Styles of a theme are not taken: the design of the site has its own.",
  wp_navigation: "Menus are not taken: set the navigation of the site.",
  wp_template: "Templates of a theme are not taken.", wp_template_part: "Templates of a theme are not taken."
}

const instant = (text: string, zone: string): string | null => {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u.test(text) || text.startsWith("0000")) return null
  const at = Date.parse(`${text.replace(" ", "T")}${zone}`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** When it was published; its own zone is unknown where only the local time is told. */
const publishedAt = (text: (name: string) => string): string | null => {
  const announced = Date.parse(text("pubDate"))
  const exact = instant(text("wp:post_date_gmt"), "Z")
  if (exact !== null) return exact
  if (!Number.isNaN(announced) && announced > 0) return new Date(announced).toISOString()
  return instant(text("wp:post_date"), "Z")
}

const decodedSlug = (slug: string) => {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

const footnotesOf = (json: string) => {
  try {
    const found = JSON.parse(json) as unknown
    return Array.isArray(found)
      ? found.flatMap((one) => typeof one?.id === "string" && typeof one.content === "string" ? [{ id: one.id as string, content: one.content as string }] : [])
      : []
  } catch {
    return []
  }
}

const found = (what: string, why: string, where: string): Remark => ({ where, what, why })

/** What an item of an export is for us. */
export const readItem = (xml: string, site: string, authors: Readonly<Record<string, MovedAuthor>>): Reading => {
  const parsed = read(xml)
  const item = typeof parsed === "string" ? undefined : parsed["item"] as Readonly<Record<string, unknown>>
  if (typeof item !== "object") {
    const title = /<title>(?:<!\[CDATA\[)?([^<\]]{0,100})/u.exec(xml)?.[1] ?? ""
    return { moved: undefined, remarks: [found("item", `It cannot be read: ${typeof parsed === "string" ? parsed : "it is empty"}.`, `item "${title}"`)] }
  }
  const raw = (name: string) => textIn(item[name])
  const text = (name: string) => withoutMojibake(raw(name).replaceAll("\0", "")).trim()
  const [type, status, id] = [text("wp:post_type"), text("wp:status"), text("wp:post_id")]
  const title = text("title").replace(/\s+/gu, " ")
  const where = `${type === "attachment" ? "file" : type || "item"} ${id} "${title.slice(0, 100)}"`
  const not = (what: string, why: string): Reading => ({ moved: undefined, remarks: [found(what, why, where)] })
  const meta = new Map(listIn(item["wp:postmeta"]).map((one) => [textIn(one["wp:meta_key"]), textIn(one["wp:meta_value"])]))
  const link = oldPath(text("link"), site)

  if (type === "attachment") {
    const address = text("wp:attachment_url") || text("guid")
    if (address === "") return not("file", "The export does not say where the file is.")
    const alt = withoutMojibake(meta.get("_wp_attachment_image_alt") ?? "").trim()
    return {
      moved: { kind: "file", key: `wp:${id}`, where, address, alt: alt || null, caption: text("excerpt:encoded") || null, old: link === undefined ? [] : [link] },
      remarks: []
    }
  }
  if (type === "wp_block") return { moved: { kind: "fragment", key: `wp:${id}`, content: text("content:encoded") }, remarks: [] }
  if (silent.has(type)) return { moved: undefined, remarks: [] }
  if (type !== "page" && type !== "post") return not(type || "item", reasons[type] ?? `Content of the kind "${type}" comes from a plugin and is not taken.`)
  if (status === "trash" || status === "auto-draft") return not(type, `It is ${status === "trash" ? "in the trash" : "an empty draft"}.`)

  const remarks: Array<Remark> = []
  const says = (what: string, why: string) => void remarks.push(found(what, why, where))
  const isPrivate = status === "private" || text("wp:post_password") !== ""
  if (isPrivate) says("visibility", `It was ${status === "private" ? "private" : "behind a password"}, so it is a draft whatever is asked for.`)
  const published_at = publishedAt(text)
  if (status === "future") says("publication", `It was to be published at ${published_at ?? "an unknown time"}: it is a draft, to be scheduled again.`)
  if (published_at === null && status === "publish") says("date", "Its date cannot be read; it has none.")
  const comments = listIn(item["wp:comment"]).length
  if (comments > 0) says("comments", `${comments} ${comments === 1 ? "comment is" : "comments are"} not taken.`)

  const terms = listIn(item["category"]).filter((one) => one["@domain"] === "category" || one["@domain"] === "post_tag").map((one) => textIn(one).trim())
  const tags = new Map(terms.filter((name) => name !== "").map((name) => [withoutMojibake(name).toLowerCase(), withoutMojibake(name)]))
  const parent = text("wp:post_parent")
  const thumbnail = meta.get("_thumbnail_id")
  const seen = /^-?\d+$/u.test(text("wp:menu_order")) ? Number(text("wp:menu_order")) : 0
  const login = text("dc:creator")
  return {
    moved: {
      kind: type, key: `wp:${id}`, where, title: title || "Untitled", slug: decodedSlug(text("wp:post_name")),
      parent: type === "page" && parent !== "" && parent !== "0" ? `wp:${parent}` : null,
      order: seen, published: status === "publish" && !isPrivate, published_at: status === "draft" ? null : published_at, format: "html",
      content: withoutMojibake(raw("content:encoded").replaceAll("\0", "")),
      excerpt: text("excerpt:encoded") || null,
      authors: login === "" ? [] : [authors[login] ?? { name: login }],
      tags: [...tags.values()],
      cover: thumbnail === undefined || thumbnail === "" ? null : `wp:${thumbnail}`,
      footnotes: footnotesOf(meta.get("footnotes") ?? ""),
      old: [...new Set([...link === undefined ? [] : [link], `/?${type === "post" ? "p" : "page_id"}=${id}`])]
    },
    remarks
  }
}
