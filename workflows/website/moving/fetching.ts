import { Effect, Schema, Stream } from "effect"
import { Uploads } from "#layers/kernel/uploads"
import { type Archive } from "#layers/website/archive"
import { MediaFiles } from "#layers/website/media"
import { OtherSites } from "#layers/website/other-sites"
import { type ImportItem, type OutlineItem, SiteImports } from "#layers/website/site-imports"
import { MediaId } from "#schemas/website/ids"
import type { MovedFile, Remark } from "#schemas/website/moving/document"
import { fileKey, wholeAddress, withoutSize } from "#schemas/website/moving/picture-address"
import type { SiteImportId } from "#schemas/website/site-import"
import { upload_media } from "../media.ts"

export type FileItem = ImportItem<MovedFile>

/** What a step brought: a file that waits to become media, or why there is none. */
export const Brought = Schema.Struct({
  file: Schema.NullOr(Schema.Struct({ id: Schema.Int, type: Schema.String, bytes: Schema.Int, hash: Schema.String, name: Schema.String })),
  problem: Schema.NullOr(Schema.String)
})
type Brought = typeof Brought.Type

const none = (problem: string): Brought => ({ file: null, problem })

const nameOf = (address: string) => {
  const last = address.split(/[?#]/u)[0]!.split("/").at(-1) ?? ""
  try {
    return decodeURIComponent(last).slice(-200) || "file"
  } catch {
    return last.slice(-200) || "file"
  }
}

/**
 * Pictures that documents show and no file of the export tells of: they are fetched by their own addresses. What is known of them is
 * where they are.
 */
export const unlisted = (items: ReadonlyArray<OutlineItem>, isKnown: (address: string, from: string) => boolean, source: string): ReadonlyArray<MovedFile> => {
  const found = new Map<string, MovedFile>()
  for (const { key, moved, wanted } of items) {
    for (const address of wanted) {
      if (isKnown(address, key) || address.startsWith("wp:")) continue
      const whole = wholeAddress(address, /^https?:/u.test(source) ? source : "")
      if (whole === undefined) continue
      const name = fileKey(whole, source)
      const where = "where" in moved ? moved.where : key
      if (!found.has(name)) found.set(name, { kind: "file", key: `url:${name}`, where, address: whole, alt: null, caption: null, old: [] })
    }
  }
  return [...found.values()]
}

/** Keeps the bytes of a file until they are made media. */
const received = Effect.fnUntraced(function*(bytes: Uint8Array, name: string) {
  if (bytes.length === 0) return none("It is empty.")
  const uploads = yield* Uploads
  return yield* Effect.match(uploads.receive(Stream.make(bytes), "application/octet-stream"), {
    onFailure: ({ message }) => none(message),
    onSuccess: ({ bytes, hash, id, type }): Brought => ({ file: { id, type, bytes, hash: Buffer.from(hash).toString("hex"), name }, problem: null })
  })
})

/** Fetches a file of the old site: the picture that a size was made from, or that size. */
export const fetched = Effect.fnUntraced(function*({ moved: { address } }: FileItem) {
  const sites = yield* OtherSites
  const full = withoutSize(address)
  const had = yield* Effect.result(full === address ? sites.file(address) : Effect.catch(sites.file(full), () => sites.file(address)))
  if (had._tag === "Failure") return none(had.failure.message)
  const { bytes, type } = had.success
  if (type === "text/html") return none("The old site shows a page there, and no file.")
  return yield* received(bytes, nameOf(address))
})

/** Takes a file out of the archive. */
export const unpacked = Effect.fnUntraced(function*(archive: Archive, { moved: { address } }: FileItem) {
  const packed = archive.files.find(({ path }) => path === address)
  if (packed === undefined) return none("It is not in the archive any more.")
  const bytes = yield* Effect.result(Effect.tryPromise({ try: () => archive.read(packed), catch: (error) => (error as Error).message }))
  return bytes._tag === "Failure" ? none(`It cannot be unpacked: ${bytes.failure}.`) : yield* received(bytes.success, nameOf(address))
})

/** The media that an earlier import made of a file, if it is still there. */
export const keptMedia = Effect.fnUntraced(function*(source: string, key: string) {
  const earlier = (yield* SiteImports.use((imports) => imports.sources(source, [key]))).get(key)
  if (earlier?.kind !== "file") return undefined
  const id = MediaId.make(earlier.record_id)
  return (yield* MediaFiles.use((files) => files.byIds([id]))).get(id)
})

/** Makes media of what was brought. */
export const kept = Effect.fnUntraced(function*(id: SiteImportId, source: string, { key, moved, number }: FileItem, brought: Brought) {
  const imports = yield* SiteImports
  const says = (why: string): ReadonlyArray<Remark> => [{ where: moved.where, what: `file ${moved.address}`, why }]
  const done = brought.file === null ? undefined : yield* Effect.result(upload_media({
    file: { ...brought.file, hash: new Uint8Array(Buffer.from(brought.file.hash, "hex")) }, ...moved.alt !== null && { alt: moved.alt.slice(0, 500) }
  }))
  if (done?._tag !== "Success") {
    yield* imports.remark(id, says(done === undefined ? brought.problem ?? "It was not to be had." : done.failure.message))
    yield* imports.settle(id, number, { state: "done" })
    if (brought.file !== null) yield* Uploads.use((uploads) => uploads.release(brought.file!.id))
    return
  }
  const media = done.success
  if (media.kind === "image" && media.alt === null) {
    yield* imports.remark(id, says(`It has no words for those who do not see it: give media file ${media.id} some before it is published.`))
  }
  yield* imports.keep(source, { key, kind: "file", record_id: media.id, hash: media.hash, revision: null })
  yield* imports.count(id, { media: 1 })
  yield* imports.settle(id, number, { record_id: media.id, state: "done" })
})
