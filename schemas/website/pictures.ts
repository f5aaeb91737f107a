import { type Block, mediaOf } from "./blocks.ts"
import type { MediaId } from "./ids.ts"
import { markdownTargets } from "./markdown.ts"

/** A place that shows a file, and what is said of it there. */
export interface Placed {
  readonly where: string
  readonly media_id: MediaId
  readonly alt: string | undefined
}

/** Where blocks show media. */
export const placesOf = (value: unknown, where: string): ReadonlyArray<Placed> => {
  if (Array.isArray(value)) return value.flatMap((one, n) => placesOf(one, `${where}[${n}]`))
  if (typeof value !== "object" || value === null) return []
  const { alt, media_id } = value as { readonly media_id?: MediaId; readonly alt?: string }
  return [
    ...media_id === undefined ? [] : [{ where: `${where}.media_id`, media_id, alt }],
    ...Object.entries(value).flatMap(([name, one]) => placesOf(one, `${where}.${name}`))
  ]
}

/** What a page or a post says, as far as files are part of it. */
interface Content {
  readonly blocks: ReadonlyArray<Block> | null
  readonly body?: string | null
  readonly cover_media_id?: MediaId | null
  readonly seo: { readonly image_media_id?: MediaId }
}

/** Every file that a content shows or links to, once each. */
export const filesOf = ({ blocks, body, cover_media_id, seo }: Content): ReadonlySet<MediaId> => new Set([
  ...mediaOf(blocks ?? []),
  ...body === undefined || body === null ? [] : markdownTargets(body).media,
  ...[cover_media_id, seo.image_media_id].filter((id) => typeof id === "number")
])

/** The places of a content that show files, of which nothing is said there. */
export const unsaidPlaces = ({ blocks, cover_media_id }: Content): ReadonlyArray<Placed> => [
  ...placesOf(blocks ?? [], "blocks").filter(({ alt }) => alt === undefined),
  ...typeof cover_media_id === "number" ? [{ where: "cover_media_id", media_id: cover_media_id, alt: undefined }] : []
]
