import { Effect } from "effect"
import { PageLikeness } from "#layers/website/page-likeness"
import { Pages } from "#layers/website/pages"
import { type MediaRow, Published } from "#layers/website/published"
import type { Input } from "#schemas/kernel/catalog"
import { type Block, linksOf, textOf } from "#schemas/website/blocks"
import { plainPath } from "#schemas/website/address"
import type { MediaId } from "#schemas/website/ids"
import type { PageSeo } from "#schemas/website/page-seo"
import { reservedSegments } from "#schemas/website/paths"
import { type Placed, placesOf } from "#schemas/website/pictures"
import { redirectsBy } from "#schemas/website/redirect"
import { type ScoredImage, scoreOf } from "#schemas/website/seo-score"
import type * as api from "#schemas/website/seo.api"
import { pageDocument } from "./hosted/documents.ts"
import { siteShown } from "./hosted/site.ts"
import { update_page } from "./pages.ts"
import { draftOf } from "./revising.ts"

const MOST_WHERE = 20

const imageOf = (media: ReadonlyMap<MediaId, MediaRow>) => ({ alt, media_id, where }: Placed): ReadonlyArray<ScoredImage> => {
  const found = media.get(media_id)
  if (found === undefined || !found.type.startsWith("image/")) return []
  const isDrawing = found.type === "image/svg+xml"
  return [{ where, alt: alt ?? found.alt, decorative: found.decorative || alt === "", sized: isDrawing || (found.width !== null && found.sizes.length > 0) }]
}

const HEADING = /<h([1-6])[^>]*>/gu
const MOST_OF_HEADING = 200

/** The headings of a page as it is sent. */
const headingsIn = (html: string) => [...html.matchAll(HEADING)].map(({ 0: tag, 1: level, index }) => {
  const start = index + tag.length
  const end = html.indexOf("</h", start)
  return { level: Number(level), text: html.slice(start, end).replace(/<[^<>]*>/gu, "").slice(0, MOST_OF_HEADING).trim() }
})

/** Of links within the site: how many there are, and those that lead nowhere, as far as that is known. */
const linksWithin = Effect.fnUntraced(function*(blocks: ReadonlyArray<Block>) {
  const published = yield* Published
  const links = linksOf(blocks).filter((link) => !("url" in link) || link.url.startsWith("/"))
  const pages = links.flatMap((link) => "page_id" in link ? link.page_id : [])
  const posts = links.flatMap((link) => "post_id" in link ? link.post_id : [])
  const paths = links.flatMap((link) => "url" in link ? plainPath(link.url.split(/[?#]/u)[0]!) : []).filter((path) => !reservedSegments.has(path.split("/")[1]!))
  const places = pages.length + posts.length === 0 ? [] : yield* published.places({ pages, posts })
  const known = new Set(paths.length === 0 ? [] : (yield* published.titles(paths)).map(({ path }) => path))
  const isPlaced = (kind: string, id: number) => places.some((one) => one.kind === kind && one.id === id)
  const broken = [
    ...pages.filter((id) => !isPlaced("page", id)).map((id) => `page_id ${id}`), ...posts.filter((id) => !isPlaced("post", id)).map((id) => `post_id ${id}`),
    ...paths.filter((path) => !known.has(path))
  ]
  const led = yield* Effect.forEach(broken, (path) =>
    path.startsWith("/") ? Effect.map(published.redirects(path), (found) => redirectsBy(found)(path)) : Effect.undefined)
  return { count: links.length, broken: broken.filter((_, n) => led[n] === undefined).slice(0, MOST_WHERE) }
})

const countWords = (text: string, locale: string) => {
  let count = 0
  for (const { isWordLike } of new Intl.Segmenter(locale, { granularity: "word" }).segment(text)) if (isWordLike === true) count++
  return count
}

export const get_seo = Effect.fnUntraced(function*({ page_id }: Pick<Input<typeof api.get_seo>, "page_id">) {
  const page = yield* Pages.use((pages) => pages.get(page_id))
  const content = yield* draftOf("page", page)
  const site = (yield* siteShown("", true))!
  const locale = content.locale ?? site.row.locale
  const now = page.updated_at
  const { head, html, media } = yield* pageDocument(site, {
    id: page.id, path: page.path, locale: content.locale, translation_of: content.translation_of, content, published_at: now, first_published_at: now
  })
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"))
  const { blocks, seo } = content
  const { broken, count } = yield* linksWithin(blocks)
  const same = yield* PageLikeness.use((likeness) => likeness.of(page.id, {
    title: seo.title ?? content.title, description: seo.description ?? null, locale: content.locale
  }))
  const scored = scoreOf({
    title: head.title, description: seo.description ?? null, locale, locales: [site.row.locale, ...site.row.locales], headings: headingsIn(main),
    images: placesOf(blocks, "blocks").flatMap(imageOf(media)), words: countWords(textOf(blocks), locale), links: count, broken,
    sameTitle: same.filter(({ title }) => title).map(({ path }) => path), sameDescription: same.filter(({ description }) => description).map(({ path }) => path)
  })
  return {
    page_id, version: page.version, title: head.title, description: head.description ?? null, canonical: head.canonical!, image_media_id: seo.image_media_id ?? null,
    noindex: seo.noindex === true, locale, structured_data: JSON.parse(JSON.stringify(head.structured)), ...scored
  } satisfies PageSeo
})

export const update_seo = Effect.fnUntraced(function*({ page_id, ...asked }: Input<typeof api.update_seo>) {
  const { canonical, description, image_media_id, noindex, title } = asked
  const seo = {
    ...typeof title === "string" && { title }, ...typeof description === "string" && { description }, ...typeof canonical === "string" && { canonical },
    ...typeof image_media_id === "number" && { image_media_id }, ...noindex === true && { noindex }
  }
  yield* update_page({ id: page_id, seo })
  return yield* get_seo({ page_id })
})
