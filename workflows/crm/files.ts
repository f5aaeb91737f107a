import { Effect } from "effect"
import { Files } from "#layers/crm/files"
import { Uploads } from "#layers/kernel/uploads"
import type { FileType } from "#schemas/crm/file"
import type * as api from "#schemas/crm/files.api"
import type { Input } from "#schemas/kernel/catalog"
import { BadRequest, ValidationError } from "#schemas/kernel/errors"
import type { Download } from "#schemas/kernel/streams"
import { requireReferences } from "./references.ts"

/** Enough to tell a text from other files. */
const BEGINNING = 4_096

const begins = (...bytes: ReadonlyArray<number>) => (file: Buffer) => bytes.every((byte, place) => file[place] === byte)
const isText = (file: Buffer) => !file.includes(0)
const isZip = begins(0x50, 0x4b)

const fits: Readonly<Record<FileType, (beginning: Buffer) => boolean>> = {
  "text/plain": isText,
  "text/csv": isText,
  "application/pdf": begins(0x25, 0x50, 0x44, 0x46, 0x2d),
  "image/png": begins(0x89, 0x50, 0x4e, 0x47),
  "image/jpeg": begins(0xff, 0xd8, 0xff),
  "image/webp": (file) => file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP",
  "image/gif": begins(0x47, 0x49, 0x46, 0x38),
  "application/zip": isZip,
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": isZip,
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": isZip
}

export const list_files = (query: Input<typeof api.list_files>) => Files.use((files) => files.page(query))

const owners = ["contact_id", "deal_id", "organization_id"] as const

const homeless = () =>
  new BadRequest({
    message: "A file belongs to one record: send one of contact_id, deal_id and organization_id.",
    details: owners.map((field) => ({ field, error: "exactly one of these is required", received: null }))
  })

const otherType = (type: string) =>
  new ValidationError({
    message: `The file is not what its type says: ${type}.`,
    details: [{ field: "body", error: `does not begin as ${type} does`, received: null }]
  })

export const attach_file = Effect.fnUntraced(function*({ body, name, ...owner }: Input<typeof api.attach_file>) {
  if (owners.filter((field) => owner[field] !== undefined).length !== 1) return yield* homeless()
  yield* requireReferences(owner)
  const uploads = yield* Uploads
  const beginning = yield* uploads.read(body.id, 0, BEGINNING)
  if (!fits[body.type as FileType](beginning)) return yield* otherType(body.type)
  yield* uploads.store(body.id)
  const files = yield* Files
  return yield* files.create({
    ...owner, name, type: body.type, bytes: body.bytes, hash: Buffer.from(body.hash).toString("hex"), upload_id: body.id
  }, { events: ["file.attached"] })
})

export const download_file = Effect.fnUntraced(function*({ id }: Input<typeof api.download_file>) {
  const files = yield* Files
  const uploads = yield* Uploads
  const { name, type } = yield* files.get(id)
  const stored = yield* uploads.open(yield* files.uploadOf(id))
  return { ...stored!, type, name } satisfies Download
})

export const delete_file = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_file>) {
  const files = yield* Files
  const before = yield* files.get(id, { lock: true })
  yield* files.delete(before)
  return before
})
