import type { MovedAuthor, MovedDocument, Reading, Remark } from "../document.ts"
import { comparable } from "../old-address.ts"
import { frontMatter, lineIn, linesIn } from "./front-matter.ts"

export const isMarkdown = (path: string) => /\.(?:md|markdown)$/iu.test(path)
export const isMedia = (path: string) => /\.(?:jpe?g|png|gif|webp|avif|svg|pdf|mp3|m4a|ogg|wav|mp4|webm)$/iu.test(path)

/** Folders whose texts are posts, whatever makes a site of them. */
const blogs = new Set(["_posts", "posts", "post", "blog", "articles", "news", "_drafts", "journal"])

const authorsIn = (value: unknown): ReadonlyArray<MovedAuthor> => {
  const all = Array.isArray(value) ? value : [value]
  return all.flatMap((one) => {
    if (typeof one !== "object" || one === null) return linesIn(one).map((name) => ({ name }))
    const { about, bio, name } = one as Readonly<Record<string, unknown>>
    const words = lineIn(about ?? bio)
    return lineIn(name) === undefined ? [] : [{ name: lineIn(name)!, ...words !== undefined && { about: words } }]
  })
}

/** A day or an instant; nothing where it is none. */
const instantOf = (text: string | undefined): string | null => {
  const at = text === undefined || !/^\d{4}-\d\d/u.test(text) ? Number.NaN : Date.parse(text.replace(/ ([+-]\d\d):?(\d\d)$/u, "$1:$2").replace(" ", "T"))
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

const coverIn = (fields: Readonly<Record<string, unknown>>) => {
  for (const name of ["cover", "cover_image", "coverimage", "image", "featured_image", "featuredimage", "feature_image", "thumbnail", "banner"]) {
    const value = fields[name]
    const found = lineIn(typeof value === "object" && value !== null && !(value instanceof Date)
      ? (value as Readonly<Record<string, unknown>>)["image"] ?? (value as Readonly<Record<string, unknown>>)["src"] : value)
    if (found !== undefined) return found
  }
  return null
}

/** The folder that pages of this one stand below, by what makes it a page. */
const parentOf = (folders: ReadonlyArray<string>, paths: ReadonlySet<string>): string | null => {
  for (let depth = folders.length; depth > 0; depth--) {
    const folder = folders.slice(0, depth).join("/")
    const found = [`${folder}/index.md`, `${folder}/_index.md`, `${folder}/README.md`, `${folder}.md`].find((path) => paths.has(path))
    if (found !== undefined) return found
  }
  return null
}

/** What a text of a folder is for us. `paths`: all texts of the folder. */
export const readText = (path: string, content: string, paths: ReadonlySet<string>): Reading => {
  const remarks: Array<Remark> = []
  const { fault, fields, text } = frontMatter(content)
  if (fault !== undefined) remarks.push({ where: path, what: "fields above the text", why: `They cannot be read: ${fault}` })
  if (/\{\{[<%]|\{%/u.test(text)) {
    remarks.push({ where: path, what: "template code", why: "The program that made the site replaces it; it stands in the text as it is." })
  }
  const parts = path.split("/")
  const folders = parts.slice(0, -1).filter((one) => one !== "content" && one !== "src" && one !== "pages" && one !== "docs")
  const name = parts.at(-1)!.replace(/\.[a-z]+$/iu, "")
  const [, day, rest] = /^(\d{4}-\d\d-\d\d)-(.+)$/u.exec(name) ?? []
  const isIndex = /^_?index$|^readme$/iu.test(name)
  const kind = lineIn(fields["type"]) ?? lineIn(fields["layout"])
  const isPost = kind === "post" || (kind !== "page" && !isIndex && (day !== undefined || parts.slice(0, -1).some((one) => blogs.has(one.toLowerCase()))))
  const [heading, above] = /^\s*#[^\S\n]+([^\n]+)\n?/u.exec(text) ?? []
  const title = lineIn(fields["title"]) ?? above?.replace(/[^\S\n]#+$/u, "").trim() ?? (rest ?? name).replace(/[-_]+/gu, " ")
  const when = lineIn(fields["date"]) ?? lineIn(fields["published_at"]) ?? lineIn(fields["publishdate"]) ?? lineIn(fields["pubdate"])
  const published_at = instantOf(when ?? day)
  if (when !== undefined && published_at === null) remarks.push({ where: path, what: "date", why: `"${when.slice(0, 50)}" is no date.` })
  const status = lineIn(fields["status"])?.toLowerCase()
  const isDraft = fields["draft"] === true || fields["published"] === false || status === "draft" || parts.includes("_drafts")
  const slug = lineIn(fields["slug"]) ?? rest ?? (isIndex ? folders.at(-1) ?? "" : name)
  const old = [fields["permalink"], fields["url"], ...[fields["aliases"], fields["redirect_from"]].flatMap((one) => Array.isArray(one) ? one : [one])]
    .flatMap((one) => lineIn(one)?.startsWith("/") === true ? [comparable(lineIn(one)!)] : [])
  /* Where most programs put a text that says nothing of its address. */
  const own = folders.some((one) => one.startsWith("_")) ? [] : [comparable(`/${[...folders, ...isIndex ? [] : [name]].join("/")}`)]
  const jekyll = day === undefined || rest === undefined ? [] : [`/${day.replaceAll("-", "/")}/${rest}/`, `/${day.replaceAll("-", "/")}/${rest}.html`]
  const order = Number(lineIn(fields["weight"]) ?? lineIn(fields["order"]) ?? lineIn(fields["nav_order"]) ?? 0)
  const moved: MovedDocument = {
    kind: isPost ? "post" : "page", key: path, where: path, title: title || "Untitled", slug: slug.toLowerCase(),
    parent: isPost ? null : parentOf(isIndex ? folders.slice(0, -1) : folders, paths), order: Number.isFinite(order) ? order : 0,
    published: !isDraft, published_at, format: "markdown",
    content: fields["title"] === undefined && heading !== undefined ? text.slice(heading.length) : text,
    excerpt: lineIn(fields["excerpt"]) ?? lineIn(fields["description"]) ?? lineIn(fields["summary"]) ?? null,
    authors: [...authorsIn(fields["author"]), ...authorsIn(fields["authors"])],
    tags: [...new Set([...linesIn(fields["tags"]), ...linesIn(fields["categories"]), ...linesIn(fields["category"])])],
    cover: coverIn(fields), footnotes: [], old: [...new Set([...own, ...old, ...jekyll])]
  }
  return { moved, remarks }
}

/** The path that an address in a text leads to within the folder; nothing where it leads elsewhere. */
export const pathWithin = (address: string, from: string): string | undefined => {
  if (/^[a-z][a-z0-9+.-]*:|^\/\/|^#/iu.test(address)) return undefined
  try {
    const url = new URL(address, `https://folder.invalid/${from.split("/").map(encodeURIComponent).join("/")}`)
    return decodeURIComponent(url.pathname).slice(1)
  } catch {
    return undefined
  }
}

/** Where a file of that path may be: sites keep what they serve at their root in a folder of its own. */
export const placesOf = (path: string): ReadonlyArray<string> => [path, ...["static", "public", "assets", "src", "content"].map((folder) => `${folder}/${path}`)]

/** Which texts an address without an ending may mean. */
export const textsOf = (path: string): ReadonlyArray<string> => {
  const bare = path.replace(/\/$|\.html?$/u, "")
  return isMarkdown(path) ? placesOf(path) : [`${bare}.md`, `${bare}/index.md`, `${bare}/_index.md`, `${bare}.markdown`].flatMap(placesOf)
}
