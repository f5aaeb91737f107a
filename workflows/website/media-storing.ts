import { Effect, Option, Schedule, Schema } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"
import { Uploads } from "#layers/kernel/uploads"
import { ProviderError } from "#layers/providers/errors"
import { Storage } from "#layers/providers/storage/storage"
import { MediaFiles } from "#layers/website/media"
import { Pictures } from "#layers/website/pictures"
import { SiteVersion } from "#layers/website/site-version"
import { withoutPlaces } from "#layers/website/location-metadata"
import { Caller } from "#schemas/kernel/tenancy"
import { MediaId } from "#schemas/website/ids"
import { type Media, MediaSize, type MediaType } from "#schemas/website/media"
import type { RunId } from "#schemas/workflows/run"
import { CurrentRun } from "../current-run.ts"
import { durable, step, write } from "../durable.ts"

/** Stores a file that was uploaded, with the sizes of an image. Few at a time: each takes a processor for seconds and 100 MB. */
export const StoreMedia = durable({
  name: "website.store_media",
  version: 1,
  payload: { media_id: MediaId, upload_id: Schema.Int, hash: Schema.String },
  success: Schema.Struct({ stored: Schema.Boolean }),
  concurrency: { perCompany: 1, total: 2 },
  background: true,
  realTime: true
})

/** Where the objects of a file are: each run has a prefix of its own, so that none removes what another wrote. */
export const prefixOf = (hash: string, run: RunId) => Effect.map(Caller, ({ company_id }) => `${company_id}/media/${hash}/${run}`)

const Stored = Schema.Struct({
  bytes: Schema.Int, width: Schema.NullOr(Schema.Int), height: Schema.NullOr(Schema.Int), sizes: Schema.Array(MediaSize)
})
type Stored = typeof Stored.Type

const Outcome = Schema.Struct({ stored: Schema.NullOr(Stored), problem: Schema.NullOr(Schema.String) })

const failed = (problem: string): typeof Outcome.Type => ({ stored: null, problem })

/** A store that is away for half a minute is waited for, with what was made in memory. */
const patience = { times: 4, schedule: Schedule.exponential("2 seconds") }

const sizeName = ({ format, width }: Pick<MediaSize, "format" | "width">) => `${width}.${format}`

/** The object of a file's content. */
export const ORIGINAL = "original"

const stored = Effect.fnUntraced(function*({ bytes, kind, type }: Media, upload_id: number, prefix: string) {
  const files = yield* MediaFiles
  const storage = yield* Storage
  const tenancy = yield* Tenancy
  const { company_id } = yield* Caller
  const put = Effect.fnUntraced(function*(name: string, content: Uint8Array, media_type: string) {
    yield* tenancy.transaction(files.noteObject(company_id, prefix, name))
    yield* Effect.retry(storage.put(`${prefix}/${name}`, content, media_type), patience)
  })
  const sent = yield* Uploads.use((uploads) => uploads.read(upload_id, 0, bytes))
  if (kind !== "image") {
    const content = withoutPlaces(sent, type as MediaType)
    yield* put(ORIGINAL, content, type)
    return { bytes: content.length, width: null, height: null, sizes: [] } satisfies Stored
  }
  const { content, height, sizes, width } = yield* (yield* Pictures).make(sent, type as MediaType)
  for (const size of sizes) yield* put(sizeName(size), size.content, `image/${size.format}`)
  yield* put(ORIGINAL, content, type)
  return {
    bytes: content.length, width, height,
    sizes: sizes.map((size) => ({ width: size.width, height: size.height, format: size.format, bytes: size.content.length }))
  } satisfies Stored
})

const settle = Effect.fnUntraced(function*(id: MediaId, upload_id: number, prefix: string, { problem, stored }: typeof Outcome.Type) {
  const files = yield* MediaFiles
  const { company_id } = yield* Caller
  const found = yield* files.find(id, { lock: true })
  const isOurs = Option.isSome(found) && (yield* files.internal(id)).prefix === prefix
  if (!isOurs) {
    /* Deleted meanwhile: what was written since is removed too. */
    const names = stored === null ? [] : [ORIGINAL, ...stored.sizes.map(sizeName)]
    yield* Effect.forEach(names, (name) => files.noteObject(company_id, prefix, name), { discard: true })
    return false
  }
  yield* files.setInternal(id, { upload_id: null, prefix })
  yield* Effect.orDie(files.update(found.value, stored === null ? { status: "failed", problem } : { status: "ready", ...stored }))
  yield* (yield* Uploads).release(upload_id)
  if (found.value.uses.length > 0) yield* (yield* SiteVersion).touch
  return stored !== null
})

export const StoreMediaProgram = StoreMedia.program(Effect.fnUntraced(function*({ hash, media_id, upload_id }) {
  const files = yield* MediaFiles
  const prefix = yield* prefixOf(hash, (yield* CurrentRun).id)
  const outcome = yield* step("store", {
    success: Outcome, error: ProviderError
  }, Effect.gen(function*() {
    const found = yield* files.find(media_id)
    if (Option.isNone(found)) return failed("It was deleted.")
    const pictures = yield* Pictures
    return yield* pictures.inTurn(stored(found.value, upload_id, prefix)).pipe(
      Effect.map((stored): typeof Outcome.Type => ({ stored, problem: null })),
      Effect.catchTag("PictureBroken", ({ problem }) => Effect.succeed(failed(`The image is broken: ${problem}.`)))
    )
  })).pipe(Effect.catch(() => Effect.succeed(failed("The store of files cannot be reached. Nothing was kept: upload it again later."))))
  const done = yield* write("settle", { verb: "upload_media", success: Schema.Boolean }, settle(media_id, upload_id, prefix, outcome))
  return { stored: done }
}))
