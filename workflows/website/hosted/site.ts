import { createHash } from "node:crypto"
import { Effect, Option } from "effect"
import { Site } from "#layers/kernel/installation/site"
import { type MediaRow, type Place, Published, type SiteRow } from "#layers/website/published"
import type { Picture, ShownFile } from "#schemas/website/blocks/shown"
import { defaultDesign, designStyles, siteStyles } from "#schemas/website/design"
import { frameStyles, postStyles } from "./styles.ts"

/** A company's site, as its pages are framed by it. */
export interface SiteShown {
  readonly row: SiteRow
  /** Before paths in its links: empty on a host of the company's own. */
  readonly base: string
  /** Where it is for everybody, without a slash at the end. */
  readonly home: string
  readonly logo: Picture | undefined
  readonly icon: MediaRow | undefined
  /** In each page, which lets in nothing else. */
  readonly style: { readonly text: string; readonly hash: string }
  /** Where a page or a post of the navigation is for visitors. */
  readonly pathOf: (kind: Place["kind"], id: number) => string | undefined
}

export const hashed = (text: string) => ({ text, hash: `'sha256-${createHash("sha256").update(text).digest("base64")}'` })

export const mediaPath = (base: string, { file_name, hash }: Pick<MediaRow, "file_name" | "hash">) =>
  `${base}/media/${hash}/${encodeURIComponent(file_name)}`

/** An image in all the sizes that there are of it. */
export const pictureOf = (base: string, media: MediaRow): Picture | undefined => {
  if (!media.type.startsWith("image/")) return undefined
  const sources = (["avif", "webp"] as const).map((format) => ({
    type: `image/${format}`,
    sizes: media.sizes.filter((one) => one.format === format).toSorted((a, b) => a.width - b.width)
      .map(({ width }) => ({ src: `${base}/media/${media.hash}/${width}.${format}`, width }))
  }))
  return {
    src: mediaPath(base, media), width: media.width ?? undefined, height: media.height ?? undefined, alt: media.decorative ? "" : media.alt ?? "",
    focal: { x: media.focal_x, y: media.focal_y }, sources
  }
}

export const fileOf = (base: string, media: MediaRow): ShownFile =>
  ({ href: mediaPath(base, media), name: media.name, type: media.type, bytes: media.bytes })

/** How places are found by what they are of. */
export const placesBy = (places: ReadonlyArray<Place>) => {
  const paths = new Map(places.map(({ id, kind, path }) => [`${kind} ${id}`, path]))
  return (kind: Place["kind"], id: number) => paths.get(`${kind} ${id}`)
}

/** The same on all pages of a site. */
const styleOf = ({ design }: SiteRow) => hashed(`${designStyles(design ?? defaultDesign)}${siteStyles}${frameStyles}${postStyles}`)

/** The site of the caller's company; nothing while it is not shown. Drafts are previewed all the same. */
export const siteShown = Effect.fnUntraced(function*(base: string, previewed = false) {
  const published = yield* Published
  const found = yield* published.site
  if (Option.isNone(found) || !(found.value.published || previewed)) return undefined
  const row = found.value
  const { linked } = yield* Site
  const pages = [...row.navigation.flatMap((entry) => [entry, ...entry.children]), ...row.footer?.links ?? []].flatMap(({ page_id }) => page_id ?? [])
  const ids = [row.logo_media_id, row.favicon_media_id].filter((id) => id !== null)
  const [places, media] = yield* Effect.all([
    pages.length === 0 ? Effect.succeed([]) : published.places({ pages, posts: [] }),
    ids.length === 0 ? Effect.succeed([]) : published.media(ids)
  ], { concurrency: 2 })
  const logo = media.find(({ id }) => id === row.logo_media_id)
  const shown: SiteShown = {
    row, base,
    home: row.host === null ? `${linked}/s/${row.slug}` : `https://${row.host}`,
    logo: logo && pictureOf(base, logo),
    icon: media.find(({ id }) => id === row.favicon_media_id),
    style: styleOf(row),
    pathOf: placesBy(places)
  }
  return shown
})

/** Where a path of the site is for everybody. */
export const addressOf = ({ home }: SiteShown, path: string): string => path === "/" ? home.includes("/s/") ? home : `${home}/` : `${home}${path}`
