import { Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Uploads } from "#layers/kernel/uploads"
import { SiteImports } from "#layers/website/site-imports"
import type { Input } from "#schemas/kernel/catalog"
import { ValidationError } from "#schemas/kernel/errors"
import { isMarkdown } from "#schemas/website/moving/folder/file"
import { channelOf, decoderOf } from "#schemas/website/moving/wxr/channel"
import { siteFormats } from "#schemas/website/site-import"
import type * as api from "#schemas/website/site-import.api"
import type { Head } from "./reading.ts"
import { archiveOf } from "./reading.ts"
import { SiteMove } from "./run.ts"

/** What comes before the first item of an export may have this many bytes: it names every category and tag. */
const MOST_OF_HEAD = 4 * 1_048_576

const unusable = (error: string) =>
  new ValidationError({ message: `This file cannot be imported: ${error}.`, details: [{ field: "body", error, received: null }] })

const wordpressHead = Effect.fnUntraced(function*(upload: number, bytes: number) {
  const read = yield* Uploads.use((uploads) => uploads.read(upload, 0, Math.min(bytes, MOST_OF_HEAD)))
  const beginning = Buffer.from(read.buffer, read.byteOffset, read.length)
  const decoder = decoderOf(beginning)
  if (decoder === undefined) return yield* unusable("it says that it is written in an encoding that is not known; export it in UTF-8")
  const item = beginning.indexOf("<item")
  const channel = channelOf(decoder.decode(item === -1 ? beginning : beginning.subarray(0, item)))
  if (typeof channel === "string") return yield* unusable(channel)
  if (item === -1) return yield* unusable("it holds no items")
  const head: Head = { authors: channel.authors, terms: channel.terms, encoding: decoder.encoding }
  return { head, position: item, source: channel.site.slice(0, 200) }
})

const folderHead = Effect.fnUntraced(function*(upload: number, bytes: number, source: string) {
  const { files } = yield* Effect.mapError(archiveOf(upload, bytes), ({ message }) => unusable(message))
  if (!files.some(({ path }) => isMarkdown(path))) return yield* unusable("it holds no file that ends with .md or .markdown")
  return { head: {} satisfies Head, position: 0, source }
})

/** What can be said of an export at once is said at once; what it holds is for the run to judge. */
export const import_site = Effect.fnUntraced(function*({ body, source = "folder" }: Input<typeof api.import_site>) {
  const imports = yield* SiteImports
  const format = siteFormats[body.type as keyof typeof siteFormats]
  const begun = format === "wordpress" ? yield* wordpressHead(body.id, body.bytes) : yield* folderHead(body.id, body.bytes, `folder ${source}`)
  const id = yield* imports.create({ upload_id: body.id, format, bytes: body.bytes, ...begun })
  yield* Uploads.use((uploads) => uploads.claim(body.id))
  yield* imports.assign(id, yield* SiteMove.start({ import_id: id }))
  const made = yield* Effect.orDie(imports.get(id))
  yield* recordChange({ object: "site_import", id, before: null, after: made })
  return made
})

export const get_site_import = ({ id }: Input<typeof api.get_site_import>) => SiteImports.use((imports) => imports.get(id))

export const list_not_taken = Effect.fnUntraced(function*({ id, ...paging }: Input<typeof api.list_not_taken>) {
  const imports = yield* SiteImports
  yield* imports.get(id)
  return yield* imports.notTaken(id, paging)
})
