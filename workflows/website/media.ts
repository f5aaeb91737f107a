import { Effect, Option } from "effect"
import { answerLater, readUntil } from "#layers/kernel/answer-later"
import { Uploads } from "#layers/kernel/uploads"
import { MediaFiles } from "#layers/website/media"
import { look, type Looked } from "#layers/website/looked"
import { SiteVersion } from "#layers/website/site-version"
import type { UploadedFile } from "#schemas/kernel/bodies"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, ValidationError } from "#schemas/kernel/errors"
import { Caller, type Tier } from "#schemas/kernel/tenancy"
import { slugOf } from "#schemas/shop/slug"
import { kindOf, type Media, mediaQuotas, type MediaType, type MediaUse, mediaTypes, MOST_PIXELS } from "#schemas/website/media"
import type * as api from "#schemas/website/media.api"
import { prefixOf, StoreMedia } from "./media-storing.ts"

/** Enough to tell what nearly every file is. */
const BEGINNING = 262_144
const MIB = 1_048_576
const MOST_OF_A_DRAWING = 2 * MIB

export const list_media = (query: Input<typeof api.list_media>) => MediaFiles.use((files) => files.page(query))

export const get_media = ({ id }: Input<typeof api.get_media>) => MediaFiles.use((files) => files.get(id))

const unfit = (error: string) =>
  new ValidationError({ message: `The file cannot be taken: ${error}.`, details: [{ field: "file", error, received: null }] })

const known = Object.keys(mediaTypes).join(", ")

/** What the content is; fails where that is not what was said, or nothing that a site can have. */
const typeOf = Effect.fnUntraced(function*({ bytes, id, type: said }: UploadedFile) {
  if (bytes === 0) return yield* unfit("it is empty")
  const uploads = yield* Uploads
  const looked = (length: number) => Effect.flatMap(uploads.read(id, 0, length), (beginning) => Effect.promise(() => look(beginning)))
  const isWhole = ({ size, type }: Looked) => type === undefined || size !== undefined || kindOf(type) !== "image" || type === "image/svg+xml"
  const first = yield* looked(BEGINNING)
  const { found, size, type } = isWhole(first) || bytes <= BEGINNING ? first : yield* looked(bytes)
  if (type === undefined) return yield* unfit(`its content is ${found ?? "of no known type"}; send one of ${known}`)
  if (said !== "application/octet-stream" && said !== type) return yield* unfit(`it is sent as ${said}, and its content is ${type}`)
  if (type === "image/svg+xml" && bytes > MOST_OF_A_DRAWING) return yield* unfit(`a drawing may have ${MOST_OF_A_DRAWING / MIB} MiB`)
  if (size === undefined && kindOf(type) === "image" && type !== "image/svg+xml") return yield* unfit("it is broken: its header cannot be read")
  const pixels = size === undefined ? 0 : size.width * size.height
  if (size !== undefined && pixels > MOST_PIXELS) {
    const millions = `${Math.ceil(pixels / 1_000_000)} million; ${MOST_PIXELS / 1_000_000} million are taken`
    return yield* unfit(`it has ${size.width} x ${size.height} pixels, ${millions}`)
  }
  return type
})

/** The name with the ending of what it is. */
const named = (name: string, type: MediaType) => {
  const { ending } = mediaTypes[type]
  const last = /\.([a-z0-9]{1,5})$/iu.exec(name)?.[1]?.toLowerCase()
  return last === ending || (last === "jpeg" && ending === "jpg") ? name : `${name.replace(/\.[a-z0-9]{1,5}$/iu, "").slice(0, 190)}.${ending}`
}

/** What its address ends with: never the address of a size. */
const fileNameOf = (name: string, type: MediaType) => {
  const slug = slugOf(name.replace(/\.[a-z0-9]{1,5}$/iu, ""), "file")
  return `${/^\d+$/u.test(slug) ? `file-${slug}` : slug}.${mediaTypes[type].ending}`
}

const mebibytes = (bytes: number) => `${(Math.floor(bytes / MIB * 10) / 10).toLocaleString("en")} MiB`

const full = (tier: Tier, left: number, bytes: number) =>
  new Conflict({
    message: `Of the ${mediaQuotas[tier] / (1_024 * MIB)} GiB of media that the tier ${tier} has, ${mebibytes(Math.max(0, left))} are left, ` +
      `and the file has ${mebibytes(bytes)}. Delete what nothing uses (list_media with used=false)${tier === "enterprise" ? "" : ", or change the tier"}.`,
    details: [{ field: "file", error: `${Math.max(0, left)} bytes are left`, received: bytes }]
  })

const begin = Effect.fnUntraced(function*(file: Media, upload_id: number) {
  const files = yield* MediaFiles
  yield* (yield* Uploads).store(upload_id)
  const run = yield* StoreMedia.start({ media_id: file.id, upload_id, hash: file.hash })
  yield* files.setInternal(file.id, { upload_id, prefix: yield* prefixOf(file.hash, run) })
})

type Asked = Input<typeof api.upload_media>

/** Takes a file that has arrived; it is stored by a durable run. */
export const upload_media = Effect.fnUntraced(function*({ file, ...asked }: Asked) {
  const files = yield* MediaFiles
  const { tier } = yield* Caller
  const type = yield* typeOf(file)
  const left = mediaQuotas[tier] - (yield* files.usedBytes)
  const hash = Buffer.from(file.hash).toString("hex")
  const known = yield* files.byHash(hash, { lock: true })
  if (Option.isSome(known) && known.value.status !== "failed") return known.value
  if (file.bytes > left) return yield* full(tier, left, file.bytes)
  const name = named(asked.name ?? file.name ?? "file", type)
  const made = Option.isSome(known)
    ? yield* files.update(known.value, { status: "processing", problem: null })
    : yield* files.create({
      alt: null, decorative: false, focal_x: 50, focal_y: 50, tags: [], ...asked,
      name, file_name: fileNameOf(name, type), type, kind: kindOf(type), bytes: file.bytes, hash
    })
  yield* begin(made, file.id)
  yield* answerLater(readUntil(files.find(made.id), (found) => Option.isNone(found) || found.value.status !== "processing"))
  return made
})

export const update_media = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_media>) {
  const files = yield* MediaFiles
  const before = yield* files.lockForUpdate(id)
  const type = before.type as MediaType
  const name = changes.name === undefined ? undefined : named(changes.name, type)
  const after = yield* files.update(before, { ...changes, ...name !== undefined && { name, file_name: fileNameOf(name, type) } })
  if (before.uses.length > 0) yield* (yield* SiteVersion).touch
  return after
})

const usedBy = ({ document_id, kind, place }: MediaUse) =>
  kind === "site" ? `by the site's settings (${place})` : place === "draft" ? `by the draft of ${kind} ${document_id}` : `by the ${kind} ${document_id}`

const inUse = ({ id, uses }: Media) =>
  new Conflict({
    message: `The media file ${id} is used: ${uses.map(usedBy).join(", ")}. Take it out there first.`,
    details: uses.map((use, at) => ({ field: `uses[${at}]`, error: "uses it", received: use }))
  })

export const delete_media = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_media>) {
  const files = yield* MediaFiles
  yield* files.get(id, { lock: true })
  /* Read once it is locked, so that nothing begins to use it meanwhile. */
  const before = yield* files.get(id)
  if (before.uses.length > 0) return yield* inUse(before)
  const { upload_id } = yield* files.internal(id)
  yield* files.delete(before)
  if (upload_id !== null) yield* (yield* Uploads).release(upload_id)
  return before
})
