import { createHash } from "node:crypto"
import { Effect } from "effect"
import { type PublishedPost, Published } from "#layers/website/published"
import { partOf } from "#schemas/kernel/markup"
import { html } from "#schemas/kernel/markup"
import { blocksNode } from "#schemas/website/blocks"
import type { Feed, FeedEntry } from "./feeds.ts"
import { excerptOf, postBlocks, postPath, shownFor } from "./shown.ts"
import { addressOf, type SiteShown } from "./site.ts"
import { absolute } from "./structured.ts"
import { frameWords } from "./words.ts"

const MOST_POSTS = 20

/** A name that stays the same when the address or the host changes (RFC 9562, version 8). */
const nameOf = (of: string): string => {
  const hex = createHash("sha256").update(of).digest("hex")
  const variant = "89ab"[Number.parseInt(hex[16]!, 16) % 4]
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const entryOf = (site: SiteShown, made: Effect.Success<ReturnType<typeof shownFor>>) => (post: PublishedPost): FeedEntry => {
  const { content: { authors, cover_media_id, tags, title }, id, locale, posted_at, published_at, slug } = post
  const cover = cover_media_id === null ? undefined : made.shown.picture(cover_media_id)
  return {
    id: nameOf(`post ${site.row.id} ${id}`), url: addressOf(site, postPath(slug)), title, summary: excerptOf(post),
    html: partOf(html`<div>${blocksNode(postBlocks(post), made.shown)}</div>`), published: posted_at, updated: published_at > posted_at ? published_at : posted_at,
    authors: authors.map(({ name, url }) => ({ name, ...url !== undefined && { url } })), tags, language: locale ?? site.row.locale,
    image: cover && absolute(site, cover.src)
  }
}

/** The newest posts, with addresses that hold wherever they are read. */
export const feedOf = Effect.fnUntraced(function*(site: SiteShown) {
  const { id, locale, name, tagline } = site.row
  const posts = yield* Published.use((published) => published.posts({ limit: MOST_POSTS }))
  const elsewhere: SiteShown = { ...site, base: site.home }
  const made = yield* shownFor(elsewhere, { blocks: posts.flatMap(postBlocks), locale, path: "/blog", posts })
  const entries = posts.map(entryOf(elsewhere, made))
  const feed: Feed = {
    id: nameOf(`posts ${id}`), title: name, description: tagline ?? `${frameWords(locale).blog} · ${name}`, language: locale, url: addressOf(site, "/blog"),
    atom: addressOf(site, "/blog/feed.xml"), rss: addressOf(site, "/blog/rss.xml"), json: addressOf(site, "/blog/feed.json"), icon: addressOf(site, "/favicon.ico"),
    updated: entries.reduce((newest, { updated }) => updated > newest ? updated : newest, entries[0]?.updated ?? new Date(0).toISOString()), author: name, entries
  }
  return { feed, changesByItself: made.changesByItself }
})
