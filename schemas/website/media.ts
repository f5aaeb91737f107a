import { Schema, Struct } from "effect"
import { FileName } from "#schemas/crm/file"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { line } from "#schemas/kernel/text"
import type { Tier } from "#schemas/kernel/tenancy"
import { MediaId } from "./ids.ts"

/** Types that sites may show or offer, with the ending of their files and how one may begin. What else there is stays out: nobody looked into it. */
export const mediaTypes = {
  "image/jpeg": { ending: "jpg", example: "The bytes of a JPEG file." },
  "image/png": { ending: "png", example: "The bytes of a PNG file." },
  "image/webp": { ending: "webp", example: "The bytes of a WebP file." },
  "image/avif": { ending: "avif", example: "The bytes of an AVIF file." },
  "image/gif": { ending: "gif", example: "GIF89a" },
  "image/svg+xml": { ending: "svg", example: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><rect width=\"8\" height=\"8\"/></svg>" },
  "application/pdf": { ending: "pdf", example: "%PDF-1.7\n" },
  "audio/mpeg": { ending: "mp3", example: "The bytes of an MP3 file." },
  "audio/mp4": { ending: "m4a", example: "The bytes of an M4A file." },
  "audio/ogg": { ending: "ogg", example: "The bytes of an Ogg file." },
  "video/mp4": { ending: "mp4", example: "The bytes of an MP4 file." },
  "video/webm": { ending: "webm", example: "The bytes of a WebM file." }
} as const
export type MediaType = keyof typeof mediaTypes

export const mediaKinds = ["image", "document", "audio", "video"] as const
export const MediaKind = Schema.Literals(mediaKinds)
export type MediaKind = typeof MediaKind.Type

export const kindOf = (type: MediaType): MediaKind => type === "application/pdf" ? "document" : type.split("/")[0] as "image" | "audio" | "video"

export const mediaStatuses = ["processing", "ready", "failed"] as const
const MediaStatus = Schema.Literals(mediaStatuses)

/** The formats that sizes are made in, the best first. */
export const sizeFormats = ["avif", "webp"] as const

export const MediaSize = Schema.Struct({
  width: Schema.Int,
  height: Schema.Int,
  format: Schema.Literals(sizeFormats),
  bytes: Schema.Int
}).annotate({ identifier: "MediaSize" })
export type MediaSize = typeof MediaSize.Type

/** Where a file is used: of the site, its settings and its design. */
export const mediaUsers = ["page", "post", "site"] as const
export const mediaPlaces = ["draft", "published"] as const
export const MediaUse = Schema.Struct({
  kind: Schema.Literals(mediaUsers),
  document_id: Schema.Int.annotate({ description: "The page or the post; 0 of the site." }),
  place: Schema.Literals(mediaPlaces)
}).annotate({ identifier: "MediaUse" })
export type MediaUse = typeof MediaUse.Type

export const MOST_TAGS = 20
const alt = line(500).annotate({
  description: "What an image shows, for those who do not see it. A page is not published before each of its images has this or is `decorative`.",
  examples: ["A red mug on a wooden table"]
})
const percent = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
const focal_x = percent.annotate({ description: "What of an image is seen where it is cut, in percent from the left.", examples: [50] })
const focal_y = percent.annotate({ description: "The same from the top.", examples: [50] })
const decorative = Schema.Boolean.annotate({ description: "It only decorates, so that readers of screens pass over it.", examples: [false] })
const tags = Schema.Array(line(50)).check(Schema.isMaxLength(MOST_TAGS), Schema.isUnique()).annotate({ examples: [["products"]] })

export const media = entity("Media", {
  id: field.readOnly(MediaId),
  name: field.changeOnly(FileName),
  kind: field.readOnly(MediaKind),
  type: field.readOnly(Schema.String.annotate({ description: "Its media type, as its content tells it.", examples: ["image/jpeg"] })),
  status: field.readOnly(MediaStatus.annotate({
    description: "`processing` until its sizes are made and it is stored; only then can it be seen. `failed`: `problem` says why.",
    examples: ["ready"]
  })),
  problem: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: [null] })),
  alt: field.nullable(alt),
  decorative: field.changeOnly(decorative),
  width: field.readOnly(Schema.NullOr(Schema.Int).annotate({ description: "Pixels of an image that is ready, as it is seen.", examples: [1_600] })),
  height: field.readOnly(Schema.NullOr(Schema.Int).annotate({ examples: [1_200] })),
  focal_x: field.changeOnly(focal_x),
  focal_y: field.changeOnly(focal_y),
  tags: field.changeOnly(tags),
  bytes: field.readOnly(Schema.Int.annotate({ description: "Of the file as it is served.", examples: [241_907] })),
  hash: field.readOnly(Schema.String.annotate({
    description: "SHA-256 of the file as it was uploaded, hexadecimal.",
    examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]
  })),
  path: field.readOnly(Schema.String.annotate({
    description: "Its address within the company's site.",
    examples: ["/media/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08/mug.jpg"]
  })),
  sizes: field.readOnly(Schema.Array(MediaSize).annotate({
    description: "What was made of an image, each at `/media/{hash}/{width}.{format}`; without any of a vector graphic.",
    examples: [[{ width: 640, height: 480, format: "avif", bytes: 18_211 }]]
  })),
  uses: field.readOnly(Schema.Array(MediaUse).annotate({
    description: "Where it is used; it cannot be deleted as long as it is.", examples: [[{ kind: "page", document_id: 42, place: "published" }]]
  })),
  ...versioned
}, {
  description: "A file of the company's site: an image, a document, a sound or a film.",
  filters: {
    search: line(100).annotate({ description: "Part of the name or of the alternative text.", examples: ["mug"] }),
    kind: MediaKind,
    tag: line(50).annotate({ examples: ["products"] }),
    status: MediaStatus,
    used: Schema.Boolean.annotate({ description: "Whether anything of the site uses it.", examples: [false] }),
    undescribed: Schema.Boolean.annotate({ description: "Whether it is an image without `alt` that is not `decorative`.", examples: [true] })
  },
  sort: ["id", "created_at", "name", "bytes"]
})
export const Media = media.read
export type Media = typeof Media.Type
export const MediaChanges = media.change

/** What is sent beside a file. Each may be left out. */
export const NewMedia = Schema.Struct(Struct.map({
  name: FileName.annotate({
    description: "What it is called; what the file was called if left out. Its ending follows from its content.", examples: ["mug.jpg"]
  }),
  alt,
  decorative,
  focal_x,
  focal_y,
  tags
}, Schema.optionalKey)).annotate({ identifier: "NewMedia" })

/** Pixels that an image may have, those of all frames together. */
export const MOST_PIXELS = 50_000_000

const GIB = 1_073_741_824

/** Bytes of uploaded files of a whole company; sizes that the service makes of them do not count. */
export const mediaQuotas: Readonly<Record<Tier, number>> = { starter: GIB, builder: 5 * GIB, professional: 20 * GIB, enterprise: 100 * GIB }
