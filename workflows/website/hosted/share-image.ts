import { Effect } from "effect"
import { Published } from "#layers/website/published"
import { formatsOf } from "#schemas/kernel/formats"
import { defaultDesign } from "#schemas/website/design"
import { PageId, PostId } from "#schemas/website/ids"
import { xmlText } from "./xml.ts"
import type { SiteShown } from "./site.ts"

/** How large an image is that sites show where an address is shared. */
export const SHARED = { width: 1_200, height: 630 } as const

const PATH = "/share"

export type ShareImageOf = { readonly kind: "page" | "post"; readonly id: number } | { readonly kind: "site" }

export const shareImagePath = (of: ShareImageOf): string => `${PATH}/${of.kind === "site" ? "site" : `${of.kind}-${of.id}`}.png`

/** Of what a path says that it is the image; nothing for any other. */
export const shareImageOf = (path: string): ShareImageOf | undefined => {
  if (path === shareImagePath({ kind: "site" })) return { kind: "site" }
  const [, kind, id] = /^\/share\/(page|post)-([1-9]\d{0,14})\.png$/u.exec(path) ?? []
  return kind === undefined ? undefined : { kind: kind as "page" | "post", id: Number(id) }
}

const LINE = 24
const MOST_LINES = 4

/** A title in lines of about the same length; signs of writings without spaces are twice as wide. */
const linesOf = (title: string): ReadonlyArray<string> => {
  const wide = (text: string) => text.length + (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0)
  const lines: Array<string> = []
  for (const word of title.split(/\s+/u).flatMap((one) => wide(one) > LINE ? one.match(/.{1,12}/gu) ?? [] : [one])) {
    const last = lines.at(-1)
    if (last !== undefined && wide(last) + 1 + wide(word) <= LINE) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]!}…`]
}

const SIZE = 76
const LEADING = 92

const colorsOf = ({ row: { design } }: SiteShown) => (design ?? defaultDesign).colors.light

/** The title over the colours of the site's design. */
const drawn = (site: SiteShown, title: string): string => {
  const { accent, background, text } = colorsOf(site)
  const isRight = formatsOf(site.row).direction === "rtl"
  const lines = linesOf(title)
  const top = SHARED.height / 2 - (lines.length - 1) * LEADING / 2 + SIZE / 3 - 20
  const middle = isRight ? SHARED.width - 90 : 90
  const anchor = isRight ? "end" : "start"
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARED.width}" height="${SHARED.height}" viewBox="0 0 ${SHARED.width} ${SHARED.height}">
    <rect width="100%" height="100%" fill="${background}"/>
    <rect x="${isRight ? SHARED.width - 24 : 0}" width="24" height="100%" fill="${accent}"/>
    <g fill="${text}" font-family="Noto Sans, DejaVu Sans, Liberation Sans, sans-serif" text-anchor="${anchor}">
      ${lines.map((line, n) => `<text x="${middle}" y="${top + n * LEADING}" font-size="${SIZE}" font-weight="700">${xmlText(line)}</text>`).join("")}
      <text x="${middle}" y="${SHARED.height - 70}" font-size="36" fill="${accent}" font-weight="700">${xmlText(site.row.name.slice(0, 50))}</text>
    </g>
  </svg>`
}

/** Loaded with the first image: it is large, and would delay every start. */
const sharp = Effect.cached(Effect.promise(() => import("sharp"))).pipe(Effect.runSync)

const rendered = (svg: string) => Effect.flatMap(sharp, ({ default: sharp }) =>
  Effect.promise(() => sharp(Buffer.from(svg)).png({ palette: true, colors: 64 }).toBuffer()))

/** The image of a page or a post that visitors see; nothing where there is none. */
export const shareImage = Effect.fnUntraced(function*(site: SiteShown, of: ShareImageOf) {
  if (of.kind === "site") return yield* rendered(drawn(site, site.row.tagline ?? site.row.name))
  const published = yield* Published
  const [found] = yield* published.places({ pages: of.kind === "page" ? [PageId.make(of.id)] : [], posts: of.kind === "post" ? [PostId.make(of.id)] : [] })
  return found === undefined ? undefined : yield* rendered(drawn(site, found.title))
})

/** An icon with the first letter of the site's name. */
const letterIcon = (site: SiteShown): string => {
  const { accent, on_accent } = colorsOf(site)
  const { name } = site.row
  const letter = [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.trim())][0]?.segment ?? ""
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${accent}"/>` +
    `<text x="32" y="45" font-family="sans-serif" font-size="38" font-weight="700" text-anchor="middle" fill="${on_accent}">${xmlText(letter.toUpperCase())}</text></svg>`
}

/** The icon of a site that has none of its own. */
export const iconOf = Effect.fnUntraced(function*(site: SiteShown) {
  const { default: draw } = yield* sharp
  return yield* Effect.promise(() => draw(Buffer.from(letterIcon(site)), { density: 144 }).resize(96, 96).png().toBuffer())
})

