import { Effect, Option } from "effect"
import { type Leading, Published } from "#layers/website/published"
import { PostId, type RedirectId } from "#schemas/website/ids"
import { ledTo, redirectsBy } from "#schemas/website/redirect"
import { locationOf, plainPath } from "#schemas/website/address"
import { blogDocument, missingDocument, pageDocument, type PageMade, postDocument, POSTS_A_PAGE } from "./hosted/documents.ts"
import { feedOf } from "./hosted/feed-pages.ts"
import { atomOf, jsonFeedOf, rssOf } from "./hosted/feeds.ts"
import { iconOf, shareImage, shareImageOf } from "./hosted/share-image.ts"
import { addressOf, type SiteShown, siteShown } from "./hosted/site.ts"
import { previewed } from "./preview.ts"
import { MOST_IN_SITEMAP, robotsOf, type SitemapEntry, sitemapOf } from "./hosted/sitemap.ts"

/** What visitors are shown at an address of a site. */
export type Showing =
  | { readonly _tag: "Text"; readonly status: number; readonly type: string; readonly body: string; readonly policy: string | undefined; readonly changesByItself: boolean }
  | { readonly _tag: "Bytes"; readonly type: string; readonly body: Uint8Array }
  | { readonly _tag: "Redirect"; readonly id: RedirectId; readonly status: 301 | 302; readonly to: string }

type Needs = Effect.Services<ReturnType<typeof postDocument>> | Effect.Services<ReturnType<typeof siteShown>>

/** Nothing from elsewhere, no style but the page's own, and no script but the one that tells of page views. */
const policyOf = ({ row: { count_visits }, style }: SiteShown, origins: ReadonlyArray<string>) => [
  "default-src 'none'", ...count_visits ? ["script-src 'self'"] : [], `style-src ${style.hash}`, ["img-src 'self' data:", ...origins].join(" "), "media-src 'self'", "connect-src 'self'",
  "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"
].join("; ")

/** A page of the site, as it is answered. */
export const paged = (site: SiteShown, { changesByItself, html, origins }: PageMade, status = 200): Showing =>
  ({ _tag: "Text", status, type: "text/html; charset=utf-8", body: html, policy: policyOf(site, origins), changesByItself })

const text = (type: string, body: string, changesByItself = false): Showing => ({ _tag: "Text", status: 200, type, body, policy: undefined, changesByItself })

/** What is said where there is nothing. */
export const missing = (site: SiteShown, status: 404 | 410 = 404) => paged(site, missingDocument(site, status), status)

/** Sends visitors on, on the host or below the slug that they asked for; or says that what was there is gone. */
const ledOn = (site: SiteShown, { id, status }: Leading, target: string | null): Showing => {
  if (target === null || status === 410) return missing(site, 410)
  const to = locationOf(target)
  return { _tag: "Redirect", id, status, to: !to.startsWith("/") ? to : to === "/" ? site.base || "/" : `${site.base}${to}` }
}

/** Where the address leads now, if it is one that was. */
const redirected = Effect.fnUntraced(function*(site: SiteShown, path: string): Effect.fn.Return<Showing | undefined, never, Needs> {
  const asked = plainPath(path)
  const rows = yield* Published.use((published) => published.redirects(asked))
  const found = redirectsBy(rows)(asked) ?? rows.find(({ from }) => from === asked.toLowerCase())
  return found && ledOn(site, found, ledTo(found, asked))
})

/** Where an address leads whose query named a record of a site that moved in, as `?p=12`; nothing where it named none. */
export const showingMoved = Effect.fnUntraced(function*(base: string, path: string, query: string): Effect.fn.Return<Showing | undefined, never, Needs> {
  const site = yield* siteShown(base)
  if (site === undefined) return undefined
  const asked = `${plainPath(path)}${query}`
  const found = (yield* Published.use((published) => published.redirects(asked))).find(({ from }) => from === asked)
  return found && ledOn(site, found, found.to)
})

const pageNumber = (query: URLSearchParams): number | undefined => {
  const given = query.get("page")
  return given === null ? 1 : /^[1-9]\d{0,3}$/u.test(given) ? Number(given) : undefined
}

const blog = Effect.fnUntraced(function*(site: SiteShown, tag: string | undefined, query: URLSearchParams): Effect.fn.Return<Showing | undefined, never, Needs> {
  const published = yield* Published
  const page = pageNumber(query)
  if (page === undefined) return undefined
  const asked = tag === undefined ? {} : { tag }
  const [total, posts] = yield* Effect.all([
    published.countPosts(tag), published.posts({ ...asked, limit: POSTS_A_PAGE, offset: (page - 1) * POSTS_A_PAGE })
  ], { concurrency: 2 })
  const pages = Math.max(1, Math.ceil(total / POSTS_A_PAGE))
  if (page > pages || (total === 0 && tag !== undefined)) return undefined
  return paged(site, yield* blogDocument(site, { posts, tag, page, pages }))
})

/** Everything that is to be found by searching, with the same in other languages. */
export const sitemapEntries = Effect.fnUntraced(function*(site: SiteShown) {
  const places = (yield* Published.use((published) => published.places())).filter(({ noindex }) => !noindex)
  const roots = Map.groupBy(places, ({ id, kind, translation_of }) => `${kind} ${translation_of ?? id}`)
  const posts = places.filter(({ kind }) => kind === "post")
  const newest = posts.reduce<string | undefined>((at, { published_at }) => at === undefined || published_at > at ? published_at : at, undefined)
  const entries = places.map(({ id, kind, path, published_at, translation_of }): SitemapEntry => {
    const same = roots.get(`${kind} ${translation_of ?? id}`) ?? []
    return {
      url: addressOf(site, path), modified: published_at,
      languages: same.length < 2 ? [] : same.map(({ locale, path }) => ({ language: locale ?? site.row.locale, url: addressOf(site, path) }))
    }
  })
  return [...entries, ...newest === undefined ? [] : [{ url: addressOf(site, "/blog"), modified: newest, languages: [] }]].slice(0, MOST_IN_SITEMAP)
})

const files: Readonly<Record<string, (site: SiteShown) => Effect.Effect<Showing, never, Needs>>> = {
  "/blog/feed.xml": (site) => Effect.map(feedOf(site), ({ changesByItself, feed }) => text("application/atom+xml; charset=utf-8", atomOf(feed), changesByItself)),
  "/blog/rss.xml": (site) => Effect.map(feedOf(site), ({ changesByItself, feed }) => text("application/rss+xml; charset=utf-8", rssOf(feed), changesByItself)),
  "/blog/feed.json": (site) => Effect.map(feedOf(site), ({ changesByItself, feed }) => text("application/feed+json", jsonFeedOf(feed), changesByItself)),
  "/sitemap.xml": (site) => Effect.map(sitemapEntries(site), (entries) => text("application/xml; charset=utf-8", sitemapOf(entries))),
  "/robots.txt": (site) => Effect.succeed(text("text/plain; charset=utf-8", robotsOf(site.base, addressOf(site, "/sitemap.xml")))),
  "/favicon.ico": (site) => Effect.map(iconOf(site), (body): Showing => ({ _tag: "Bytes", type: "image/png", body }))
}

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

const found = Effect.fnUntraced(function*(site: SiteShown, path: string, query: URLSearchParams): Effect.fn.Return<Showing | undefined, never, Needs> {
  const published = yield* Published
  if (Object.hasOwn(files, path)) return yield* files[path]!(site)
  if (path === "/blog") return yield* blog(site, undefined, query)
  const [, tag] = /^\/blog\/tags\/([^/]+)$/u.exec(path) ?? []
  if (tag !== undefined) return yield* blog(site, decoded(tag), query)
  const [, slug] = /^\/blog\/([^/]+)$/u.exec(path) ?? []
  if (slug !== undefined) {
    const post = yield* published.post(slug)
    return Option.isSome(post) ? paged(site, yield* postDocument(site, post.value)) : undefined
  }
  const image = shareImageOf(path)
  if (image !== undefined) {
    const body = yield* shareImage(site, image)
    return body && { _tag: "Bytes", type: "image/png", body } satisfies Showing
  }
  const page = yield* published.page(path)
  return Option.isSome(page) ? paged(site, yield* pageDocument(site, page.value)) : undefined
})

/** A draft, as its signed address shows it. */
const draft = Effect.fnUntraced(function*(base: string, token: string) {
  const opened = yield* previewed(token)
  const site = opened === undefined ? undefined : yield* siteShown(base, true)
  if (opened === undefined || site === undefined) return undefined
  const { id, locale, translation_of, updated_at } = opened.row
  const dates = { first_published_at: updated_at, published_at: updated_at }
  return opened.kind === "page"
    ? paged(site, yield* pageDocument(site, { ...dates, id: opened.row.id, path: opened.row.path, locale, translation_of, content: opened.content }, { draft: true }))
    : paged(site, yield* postDocument(site, {
      ...dates, id: PostId.make(id), slug: opened.row.slug, locale, translation_of, content: opened.content, posted_at: opened.content.posted_at ?? updated_at
    }, { draft: true }))
})

/** The draft that the token of a preview opens; nothing where it opens none, or not any more. */
export const showingDraft = (base: string, token: string): Effect.Effect<Showing | undefined, never, Needs | Effect.Services<ReturnType<typeof previewed>>> => draft(base, token)

/** What is at a path of the caller's company's site, which begins at `base`; nothing while the company shows no site. */
export const showing = Effect.fnUntraced(function*(base: string, path: string, query = new URLSearchParams()): Effect.fn.Return<Showing | undefined, never, Needs> {
  const site = yield* siteShown(base)
  if (site === undefined) return undefined
  return (yield* found(site, path, query)) ?? (yield* redirected(site, path)) ?? missing(site)
})
