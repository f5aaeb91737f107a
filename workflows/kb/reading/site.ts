import { hash } from "node:crypto"
import { Effect, Option } from "effect"
import { type DocumentAtWork, type FoundDocument, KbDocuments } from "#layers/kb/documents"
import { DocumentReader } from "#layers/kb/reading/reader"
import { isReadable, type Reading } from "#layers/kb/reading/reading"
import { type Crawl, KbSources, type SourceAtWork } from "#layers/kb/sources"
import { type Answered, OtherSites, typeIn } from "#layers/website/other-sites"
import { AGENT, folderOf, keyOf, scopeOf, type Scope } from "./addresses.ts"
import { SiteLimits } from "./limits.ts"
import type { Outcome, Reach } from "./settling.ts"

const MOST_HOPS = 5
const MOST_SITEMAPS = 50
const MOST_OF_ROBOTS = 500 * 1_024
/** Seconds that a site may ask to be waited for between two requests, or after it had too much to do. */
const MOST_DELAY = 10
const MOST_WAIT = 30

const ask = Effect.fnUntraced(function*(address: string, headers: Readonly<Record<string, string>>, takes: (type: string) => boolean, most?: number) {
  const { bytes, pageMs } = yield* SiteLimits
  return yield* OtherSites.use((sites) => sites.one(address, { headers: { "user-agent": AGENT, ...headers }, ms: pageMs, most: most ?? bytes, takes }))
})

const targetOf = (answer: Answered, from: string) => {
  const to = answer.status >= 300 && answer.status < 400 && answer.status !== 304 ? answer.headers.get("location") : null
  return to === null ? undefined : URL.parse(to, from)?.href
}

/** What is at the end of an address for programs, which may lead elsewhere. */
const followed = Effect.fnUntraced(function*(address: string, most?: number) {
  let at = address
  for (let hops = 0; hops <= MOST_HOPS; hops++) {
    const answer = yield* ask(at, {}, () => true, most)
    const to = targetOf(answer, at)
    if (to === undefined) return answer
    at = to
  }
  return undefined
})

/** The rules of a host, as RFC 9309 has them: none where there is no such file, and nothing may be read where it cannot be had. */
const robotsOf = Effect.fnUntraced(function*(address: string) {
  const had = yield* Effect.result(followed(new URL("/robots.txt", address).href, MOST_OF_ROBOTS))
  if (had._tag === "Failure") return { error: `Its robots.txt cannot be read: ${had.failure.message}`, robots: "" }
  const answer = had.success
  if (answer === undefined || answer.status >= 500 || answer.status === 429) {
    return { error: `Its robots.txt cannot be read${answer === undefined ? "" : `: its server answered ${answer.status}`}. Nothing of the site is read until it can be.`, robots: "" }
  }
  return { error: null, robots: answer.body?.toString("utf8").replaceAll("\0", "") ?? "" }
})

const found = (key: string, depth: number, hops: number): FoundDocument => ({ key, url: key, origin_kind: "document", record_id: null, depth, hops })

/** What sitemaps list, and those that they list. One that cannot be read is passed over, but for the first where it has to be there. */
const listed = Effect.fnUntraced(function*(first: ReadonlyArray<string>, scope: Scope, most: number, needed: boolean) {
  const pages = new Set<string>()
  const maps = [...first]
  let error: string | null = null
  for (let n = 0; n < maps.length && n < MOST_SITEMAPS && pages.size < most; n++) {
    const had = yield* Effect.result(Effect.gen(function*() {
      const answer = yield* followed(maps[n]!)
      if (answer?.body === undefined || answer.body.length === 0) return undefined
      return yield* DocumentReader.use((reader) => reader.sitemap(new Uint8Array(answer.body!)))
    }))
    if (had._tag === "Failure" || had.success === undefined) {
      if (n === 0 && needed) error = had._tag === "Success" ? "There is no sitemap at its address." : "problem" in had.failure ? had.failure.problem : had.failure.message
      continue
    }
    for (const address of had.success.pages) {
      const key = scope.wanted(address)
      if (key !== undefined) pages.add(key)
      if (pages.size >= most) break
    }
    maps.push(...had.success.maps.filter((map) => URL.parse(map)?.host === new URL(maps[0]!).host && !maps.includes(map)))
  }
  return { error, pages: [...pages] }
})

export const reachOf = ({ max_depth, max_pages }: SourceAtWork): Reach => ({ most: 2 * max_pages! + 50, depth: max_depth! })

/** Finds where a site begins: its rules and its sitemaps. */
export const prepare = Effect.fnUntraced(function*(source: SourceAtWork) {
  const start = keyOf(source.url!)!
  const isListed = /\.xml(?:\.gz)?$/iu.test(new URL(start).pathname)
  const { error, robots } = yield* robotsOf(start)
  const crawl: Crawl = { within: isListed ? `${new URL(start).origin}/` : folderOf(start), robots, listed: isListed }
  if (error !== null) return { error, crawl, all: [] }
  const scope = scopeOf(crawl)
  const { most } = reachOf(source)
  const own = scope.sitemaps.filter((map) => URL.parse(map)?.host === new URL(start).host)
  const sitemaps = isListed ? [start] : own.length > 0 ? own : [new URL("/sitemap.xml", start).href]
  const { error: missing, pages } = yield* listed(sitemaps, scope, most, isListed)
  if (missing !== null) return { error: missing, crawl, all: [] }
  if (!isListed && !scope.isAllowed(start)) return { error: "Its robots.txt does not let it be read.", crawl, all: [] }
  return { error: null, crawl, all: [...isListed ? [] : [found(start, 0, 0)], ...pages.map((key) => found(key, isListed ? 0 : 1, 0))] }
})

/** What came of asking for a page, and how long to wait before the next. */
export interface Looked {
  readonly outcome: Outcome
  /** It did not answer, or not now. */
  readonly failed: boolean
  readonly waitMs: number
}

const skipped = (reason: string, more: Partial<Extract<Outcome, { _tag: "Skipped" }>> = {}): Outcome => ({ _tag: "Skipped", reason, ...more })

/** Another address takes the place of this one. */
const leadingTo = (source: SourceAtWork, { depth, hops, sync }: DocumentAtWork, target: string, reason: string, status: number, crawl?: Crawl): Outcome =>
  hops >= MOST_HOPS ? skipped(`It leads from one address to the next, more than ${MOST_HOPS} times.`, { status }) : skipped(reason, {
    status,
    leads: Effect.gen(function*() {
      if (crawl !== undefined) yield* KbSources.use((sources) => sources.setCrawl(source.id, crawl))
      return yield* KbDocuments.use((documents) => documents.find(source.id, sync, [found(target, depth, hops + 1)], reachOf(source).most))
    })
  })

const redirected = Effect.fnUntraced(function*(source: SourceAtWork, document: DocumentAtWork, to: string, status: number, scope: Scope) {
  const target = scope.wanted(to)
  if (target !== undefined) return target === document.key ? skipped("It leads to itself.", { status }) : leadingTo(source, document, target, `It leads to ${target}.`, status)
  /* A site often moved as a whole: to https, or to another name of its host. */
  const moved = document.depth === 0 && source.crawl?.listed === false ? keyOf(to) : undefined
  if (moved === undefined) return skipped(`It leads to ${to.slice(0, 300)}, which does not belong to this source.`, { status })
  const { error, robots } = yield* robotsOf(moved)
  const crawl: Crawl = { within: folderOf(moved), robots, listed: false }
  if (error !== null || !scopeOf(crawl).isAllowed(moved)) return skipped(error ?? `It leads to ${moved}, which its robots.txt does not let be read.`, { status })
  return leadingTo(source, document, moved, `It leads to ${moved}.`, status, crawl)
})

const linksOf = (source: SourceAtWork, { depth, key, sync }: DocumentAtWork, { page }: Reading, scope: Scope, follows: boolean) => {
  const { depth: deepest, most } = reachOf(source)
  const keys = !follows || source.crawl?.listed === true || depth >= deepest ? [] : (page?.links ?? []).flatMap((link) => scope.wanted(link) ?? [])
  const all = [...new Set(keys)].filter((one) => one !== key).map((one) => found(one, depth + 1, 0))
  return KbDocuments.use((documents) => documents.find(source.id, sync, all, most))
}

/** A path as people write it. */
const spoken = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const readPage = Effect.fnUntraced(function*(source: SourceAtWork, document: DocumentAtWork, { body, headers }: Answered, scope: Scope) {
  const bytes = new Uint8Array(body!)
  const digest = new Uint8Array(Buffer.from(hash("sha256", bytes), "hex"))
  if (document.state === "read" && document.hash !== null && Buffer.compare(document.hash, digest) === 0) return { _tag: "Unchanged", fetched: true } satisfies Outcome
  const type = typeIn(headers)
  const charset = /charset\s*=\s*"?([\w-]+)/iu.exec(headers.get("content-type") ?? "")?.[1]
  const had = yield* Effect.result(DocumentReader.use((reader) => reader.read({ bytes, type: isReadable(type) ? type : "text/html", address: document.key, charset })))
  if (had._tag === "Failure") return { _tag: "Unreadable", reason: had.failure.problem, status: 200, keeps: false } satisfies Outcome
  const reading = had.success
  const robots = (headers.get("x-robots-tag") ?? "").toLowerCase()
  const leads = linksOf(source, document, reading, scope, !/\b(?:nofollow|none)\b/u.test(robots))
  const more = { status: 200, fetched: true, leads }
  if (reading.page?.indexed === false || /\b(?:noindex|none)\b/u.test(robots)) return skipped("It asks not to be found by searches.", more)
  const named = reading.page?.canonical ?? undefined
  const canonical = named === undefined ? undefined : scope.wanted(named)
  if (canonical !== undefined && canonical !== document.key) return { ...leadingTo(source, document, canonical, `It is another address of ${canonical}.`, 200), fetched: true } as Outcome
  if (reading.passages.length === 0) return skipped("There is no text on it.", more)
  const served = { status: 200, etag: headers.get("etag"), last_modified: headers.get("last-modified"), hash: digest }
  return { _tag: "Read", reading, title: reading.title ?? spoken(new URL(document.key).pathname), url: document.key, served, leads } satisfies Outcome
})

/** What these answers say may be otherwise in a while. */
const isForNow = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429

/** Asks for a page, if anything of it changed. */
export const look = Effect.fnUntraced(function*(source: SourceAtWork, document: DocumentAtWork) {
  const { pause } = yield* SiteLimits
  const scope = scopeOf(source.crawl!)
  const began = performance.now()
  const waitAfter = () =>
    scope.delay !== undefined ? Math.min(scope.delay, MOST_DELAY) * 1_000 : Math.min(Math.max((performance.now() - began) * pause.times, pause.least), pause.most)
  const done = (outcome: Outcome): Looked => ({ outcome, failed: false, waitMs: waitAfter() })
  if (!scope.isAllowed(document.key)) return { outcome: skipped("Its robots.txt does not let it be read."), failed: false, waitMs: 0 } satisfies Looked
  const isKnown = document.state === "read"
  const had = yield* Effect.result(ask(document.key, {
    accept: "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5",
    ...isKnown && document.etag !== null && { "if-none-match": document.etag },
    ...isKnown && document.last_modified !== null && { "if-modified-since": document.last_modified }
  }, isReadable))
  const took = waitAfter()
  if (had._tag === "Failure") return { outcome: { _tag: "Unreadable", reason: had.failure.message, status: null, keeps: true }, failed: true, waitMs: took } satisfies Looked
  const answer = had.success
  const { headers, status } = answer
  if (status === 304 && isKnown) return done({ _tag: "Unchanged", fetched: false })
  if (isForNow(status)) {
    const after = Number(headers.get("retry-after"))
    const waitMs = Number.isFinite(after) && after > 0 ? Math.min(after, MOST_WAIT) * 1_000 : 10 * took
    return { outcome: { _tag: "Unreadable", reason: `Its server answered ${status}.`, status, keeps: true }, failed: true, waitMs } satisfies Looked
  }
  const to = targetOf(answer, document.key)
  if (to !== undefined) return done(yield* redirected(source, document, to, status, scope))
  if (status !== 200) return done({ _tag: "Unreadable", reason: `Its server answered ${status}.`, status, keeps: false })
  const { bytes } = yield* SiteLimits
  if (answer.tooLarge) return done({ _tag: "Unreadable", reason: `It is larger than ${bytes / 1_048_576} MiB.`, status, keeps: false })
  if (answer.body === undefined) return done(skipped(`It is ${typeIn(headers) || "of no known type"}, which is not read.`, { status }))
  return { outcome: yield* readPage(source, document, answer, scope), failed: false, waitMs: took } satisfies Looked
})

/** Finds what a site begins with, in a transaction of its own. */
export const seeded = Effect.fnUntraced(function*(source: SourceAtWork, { all, crawl }: Effect.Success<ReturnType<typeof prepare>>) {
  const sources = yield* KbSources
  const held = yield* sources.lockFor(source.id, source.sync)
  if (Option.isNone(held)) return
  yield* sources.setCrawl(source.id, crawl)
  yield* KbDocuments.use((documents) => documents.find(source.id, source.sync, all, reachOf(source).most))
})
