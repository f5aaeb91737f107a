import { Effect } from "effect"
import { type MediaRow, type PublishedPage, type PublishedPost, Published } from "#layers/website/published"
import { html, type Node } from "#schemas/kernel/markup"
import { blocksNode, hasTitle, textOf } from "#schemas/website/blocks"
import { drawn, pictureNode } from "#schemas/website/blocks/picture"
import { postsNode } from "#schemas/website/blocks/posts"
import type { MediaId } from "#schemas/website/ids"
import type { Seo } from "#schemas/website/seo"
import type { Head } from "./head.ts"
import { framed } from "./layout.ts"
import { SHARED, shareImagePath, type ShareImageOf } from "./share-image.ts"
import { excerptOf, postBlocks, postPath, postShown, readingMinutes, type Sent, shortened, shownFor, type ShownFor } from "./shown.ts"
import { addressOf, mediaPath, type SiteShown } from "./site.ts"
import { absolute, blogData, companyData, pageData, postData, trailData } from "./structured.ts"
import { frameWords } from "./words.ts"

/** A page as it is sent. */
export interface PageMade {
  readonly html: string
  /** It shows what changes without a publication: what is for sale, or can be booked. */
  readonly changesByItself: boolean
  /** From where it shows pictures besides its own. */
  readonly origins: ReadonlyArray<string>
}

const MOST_OF_DESCRIPTION = 160
const RELATED = 3
export const POSTS_A_PAGE = 12

/** The first that says something; of texts, only so many are read as it takes. */
const described = (...texts: ReadonlyArray<() => string | null | undefined>): string | undefined => {
  for (const text of texts) {
    const found = text()
    if (found !== null && found !== undefined && found.trim() !== "") return shortened(found, MOST_OF_DESCRIPTION)
  }
  return undefined
}

/** What is shown where an address is shared: a picture of the site's, or one that is made. */
const imageOf = (site: SiteShown, title: string, chosen: MediaRow | undefined, made: ShareImageOf): Head["image"] =>
  chosen !== undefined && chosen.width !== null && chosen.height !== null
    ? { url: absolute(site, mediaPath(site.base, chosen)), width: chosen.width, height: chosen.height, alt: chosen.alt ?? title }
    : { url: absolute(site, `${site.base}${shareImagePath(made)}`), ...SHARED, alt: title }

/** The same page or post in other languages and in its own. */
const languagesOf = Effect.fnUntraced(function*(site: SiteShown, kind: "page" | "post", id: number) {
  if (site.row.locales.length === 0) return []
  const published = yield* Published
  const places = yield* published.places({ pages: [], posts: [], [`${kind}s`]: [id], translations: true })
  return places.filter((one) => one.kind === kind).map(({ locale, path }) => ({ language: locale ?? site.row.locale, url: addressOf(site, path) }))
})

const canonicalOf = (site: SiteShown, seo: Seo, path: string) => seo.canonical ?? addressOf(site, path)

const mediaOfSeo = ({ image_media_id }: Seo): ReadonlyArray<MediaId> => image_media_id === undefined ? [] : [image_media_id]

/** The pages that one stands below, from the start page down to itself. */
const trailOf = Effect.fnUntraced(function*(site: SiteShown, { path }: PublishedPage, title: string) {
  if (path === "/") return []
  const words = frameWords(site.row.locale)
  const parts = path.slice(1).split("/")
  const home = { path: "/", title: words.home }
  if (parts.length === 1) return [home, { path, title }]
  const above = yield* Published.use((published) => published.titles(parts.slice(0, -1).map((_, n) => `/${parts.slice(0, n + 1).join("/")}`)))
  return [home, ...above, { path, title }]
})

interface Options {
  readonly draft?: boolean
  readonly sent?: Sent
}

/** A page of blocks. */
export const pageDocument = Effect.fnUntraced(function*(site: SiteShown, page: PublishedPage, { draft = false, sent }: Options = {}) {
  const { content: { blocks, seo, title }, id, path } = page
  const locale = page.locale ?? site.row.locale
  const [{ changesByItself, media, origins, shown }, languages, trail] = yield* Effect.all([
    shownFor(site, { blocks, locale, path, media: mediaOfSeo(seo), ...sent !== undefined && { sent } }), languagesOf(site, "page", id), trailOf(site, page, title)
  ], { concurrency: 3 })
  const description = described(() => seo.description, () => textOf(blocks), () => site.row.tagline)
  const named = seo.title ?? (path === "/" ? site.row.name : `${title} · ${site.row.name}`)
  const image = imageOf(site, title, seo.image_media_id && media.get(seo.image_media_id), { kind: "page", id })
  const told = { path, title, locale, description, image: image?.url, modified: page.published_at }
  const content: Node = [
    !hasTitle(blocks) && html`<div class="block titled"><div class="inner"><h1 dir="auto">${title}</h1></div></div>`,
    blocksNode(blocks, shown)
  ]
  const head: Head = {
    title: named, description, canonical: canonicalOf(site, seo, path), listed: seo.noindex !== true && !draft, type: "website", image, languages,
    structured: [...path === "/" ? companyData(site) : [], pageData(site, told, blocks), ...trailData(site, trail)]
  }
  return { html: framed(site, { head, locale, path, content, draft }), changesByItself, origins, head, media } satisfies PageMade & { readonly head: Head; readonly media: ReadonlyMap<MediaId, MediaRow> }
})

const authorsNode = ({ content: { authors } }: PublishedPost): Node => authors.map(({ name, url }, n) =>
  [n > 0 && ", ", url === undefined ? html`<span dir="auto">${name}</span>` : html`<a href=${url} rel="author" dir="auto">${name}</a>`])

const aboutNode = ({ content: { authors } }: PublishedPost): Node => authors.flatMap(({ about, name }) =>
  about === undefined ? [] : [html`<p class="author" dir="auto"><strong>${name}</strong> ${about}</p>`])

const tagPath = (base: string, tag: string) => `${base}/blog/tags/${encodeURIComponent(tag)}`

const tagsNode = (base: string, tags: ReadonlyArray<string>, label: string): Node => tags.length > 0 && html`
  <ul class="tags" aria-label=${label}>${tags.map((tag) => html`<li><a href=${tagPath(base, tag)} rel="tag">${tag}</a></li>`)}</ul>`

const listNode = (posts: ReadonlyArray<PublishedPost>, { shown }: ShownFor, level: number): Node =>
  postsNode(posts.map(postShown(shown.base, shown.picture)), shown, level)

/** Parts of the same series, the first of them first. */
const seriesNode = (site: SiteShown, post: PublishedPost, parts: ReadonlyArray<PublishedPost>, title: string): Node => parts.length > 1 && html`
  <nav class="series" aria-labelledby="series">
    <h2 id="series">${title}: <span dir="auto">${post.content.series}</span></h2>
    <ol>${parts.map(({ content, id, slug }) => html`
      <li>${id === post.id ? html`<span aria-current="page">${content.title}</span>` : html`<a href=${`${site.base}${postPath(slug)}`}>${content.title}</a>`}</li>`)}</ol>
  </nav>`

const MOST_OF_SERIES = 50

/** A post, with what else there is to read. */
export const postDocument = Effect.fnUntraced(function*(site: SiteShown, post: PublishedPost, { draft = false, sent }: Options = {}) {
  const published = yield* Published
  const { content: { cover_media_id, seo, series, tags, title }, id, posted_at, slug } = post
  const locale = post.locale ?? site.row.locale
  const path = postPath(slug)
  const blocks = postBlocks(post)
  const words = frameWords(locale)
  const [related, parts, languages] = yield* Effect.all([
    tags.length === 0 ? Effect.succeed([]) : published.related(id, tags, RELATED),
    series === null ? Effect.succeed([]) : published.posts({ series, limit: MOST_OF_SERIES, locale: { wanted: locale, otherwise: site.row.locale } }),
    languagesOf(site, "post", id)
  ], { concurrency: 3 })
  const made = yield* shownFor(site, { blocks, locale, path, media: mediaOfSeo(seo), posts: [post, ...related], ...sent !== undefined && { sent } })
  const { changesByItself, media, origins, shown } = made
  const cover = cover_media_id === null ? undefined : shown.picture(cover_media_id)
  const description = described(() => seo.description, () => excerptOf(post))
  const chosen = seo.image_media_id ?? cover_media_id
  const image = imageOf(site, title, chosen === null ? undefined : media.get(chosen), { kind: "post", id })
  const minutes = readingMinutes(textOf(blocks))
  const updated = post.published_at.slice(0, 10) > posted_at.slice(0, 10) && post.published_at !== post.first_published_at
  const content = html`
    <article class="post">
      <header class="inner">
        ${!hasTitle(blocks) && html`<h1 dir="auto">${title}</h1>`}
        <p class="muted">
          <time datetime=${posted_at}>${shown.formats.day(posted_at)}</time> · ${shown.formats.number(minutes)} ${words.minutes}
          ${post.content.authors.length > 0 && html`<span> · ${authorsNode(post)}</span>`}
          ${updated && html`<span> · ${words.updated} <time datetime=${post.published_at}>${shown.formats.day(post.published_at)}</time></span>`}
        </p>
      </header>
      ${cover !== undefined && html`<div class="cover">${pictureNode(cover, { sizes: drawn.wide, first: true })}</div>`}
      ${blocksNode(blocks, shown)}
      <footer class="inner">
        ${aboutNode(post)}
        ${tagsNode(site.base, tags, words.tags)}
        ${seriesNode(site, post, parts.toReversed(), words.series)}
      </footer>
    </article>
    ${related.length > 0 && html`
      <section class="block related" aria-labelledby="related"><div class="inner"><h2 id="related">${words.related}</h2>${listNode(related, made, 3)}</div></section>`}`
  const told = { path, title, locale, description, image: image?.url, modified: post.published_at }
  const trail = [{ path: "/", title: words.home }, { path: "/blog", title: words.blog }, { path, title }]
  const head: Head = {
    title: seo.title ?? `${title} · ${site.row.name}`, description, canonical: canonicalOf(site, seo, path), listed: seo.noindex !== true && !draft,
    type: "article", image, languages, article: { published: posted_at, modified: post.published_at, tags },
    structured: [postData(site, post, told), ...trailData(site, trail)]
  }
  return { html: framed(site, { head, locale, path: "/blog", content, draft }), changesByItself, origins } satisfies PageMade
})

/** A page of the list of posts, of all or of those about something. */
export interface BlogAsked {
  readonly posts: ReadonlyArray<PublishedPost>
  readonly tag: string | undefined
  readonly page: number
  readonly pages: number
}

export const blogDocument = Effect.fnUntraced(function*(site: SiteShown, { page, pages, posts, tag }: BlogAsked) {
  const { base, row: { locale, name, tagline } } = site
  const words = frameWords(locale)
  const path = tag === undefined ? "/blog" : `/blog/tags/${encodeURIComponent(tag)}`
  const [made, tags] = yield* Effect.all([
    shownFor(site, { blocks: [], locale, path, posts }), tag === undefined ? Published.use(({ tags }) => tags) : Effect.succeed([])
  ], { concurrency: 2 })
  const title = tag === undefined ? words.blog : `${words.tagged} ${tag}`
  const at = (n: number) => n === 1 ? path : `${path}?page=${n}`
  const content = html`
    <div class="block titled"><div class="inner">
      <h1 dir="auto">${title}</h1>
      ${tagsNode(base, tags.map(({ tag }) => tag), words.tags)}
      ${listNode(posts, made, 2)}
      ${pages > 1 && html`
        <nav class="pages" aria-label=${words.blog}>
          ${page > 1 && html`<a class="button" rel="prev" href=${`${base}${at(page - 1)}`}>${words.newer}</a>`}
          ${page < pages && html`<a class="button" rel="next" href=${`${base}${at(page + 1)}`}>${words.older}</a>`}
        </nav>`}
    </div></div>`
  const head: Head = {
    title: `${title}${page > 1 ? ` (${page})` : ""} · ${name}`, description: described(() => tag === undefined ? tagline : undefined, () => posts[0] && excerptOf(posts[0])),
    canonical: addressOf(site, at(page)), listed: true, type: "website", image: imageOf(site, title, undefined, { kind: "site" }), languages: [],
    structured: [blogData(site, title, path, posts), ...trailData(site, [
      { path: "/", title: words.home }, { path: "/blog", title: words.blog }, ...tag === undefined ? [] : [{ path, title: tag }]
    ])]
  }
  return { html: framed(site, { head, locale, path: "/blog", content }), changesByItself: false, origins: [] } satisfies PageMade
})

/** What is said where there is nothing, or nothing any more. */
export const missingDocument = (site: SiteShown, status: 404 | 410): PageMade => {
  const { base, row: { locale, name, not_found } } = site
  const words = frameWords(locale)
  const [title, text] = status === 410 ? [words.gone, words.goneText] : [not_found?.title ?? words.missing, not_found?.text ?? words.missingText]
  const content = html`
    <div class="block titled"><div class="inner">
      <h1 dir="auto">${title}</h1>
      <p class="lead" dir="auto">${text}</p>
      <p class="actions"><a class="button main" href=${base || "/"}>${words.start}</a></p>
    </div></div>`
  const head: Head = {
    title: `${title} · ${name}`, description: undefined, canonical: undefined, listed: false, type: "website", image: undefined, languages: [], structured: []
  }
  return { html: framed(site, { head, locale, path: "", content }), changesByItself: false, origins: [] }
}
