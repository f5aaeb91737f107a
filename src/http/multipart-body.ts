import { isUtf8 } from "node:buffer"
import { Effect, Stream } from "effect"
import { type HttpServerRequest, MultipartParser } from "effect/http"
import { Uploads } from "#layers/kernel/uploads"
import type { FilePart, UploadedFile } from "#schemas/kernel/bodies"
import type { Operation } from "#schemas/kernel/catalog"
import { BadRequest, type Conflict, PayloadTooLarge, UnsupportedMediaType, ValidationError } from "#schemas/kernel/errors"
import { MOST_UPLOADED } from "#schemas/kernel/streams"
import type { Caller } from "#schemas/kernel/tenancy"
import { grouped } from "./form-body.ts"

const MIB = 1_048_576
/** Parts of one body, and bytes of all its fields together. */
const MOST_PARTS = 100
const MOST_OF_FIELDS = MIB
const MOST_OF_A_NAME = 255

const malformed = new BadRequest({ message: "The body is not multipart/form-data, or not as its boundary says." })
const unended = new BadRequest({ message: "The body ends before its last boundary." })
const notUtf8 = new BadRequest({ message: "A field of the body is not UTF-8." })
const tooManyParts = new PayloadTooLarge({ message: `The body has more than ${MOST_PARTS} parts.` })
const tooLarge = new PayloadTooLarge({ message: `The files are larger than ${MOST_UPLOADED / MIB} MiB together.` })
const fieldsTooLarge = new PayloadTooLarge({ message: `The fields are larger than ${MOST_OF_FIELDS / MIB} MiB together.` })

const kibibytes = (bytes: number) => bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${Math.floor(bytes / 1_024)} KiB`

const partTooLarge = (name: string, most: number) =>
  new PayloadTooLarge({ message: `The file ${name} is larger than ${kibibytes(most)}.` })

const wrongType = (name: string, types: ReadonlyArray<string>) =>
  new UnsupportedMediaType({ message: `Send ${name} as ${types.join(" or ")}.` })

const tooMany = (name: string, most: number) =>
  new ValidationError({
    message: `These fields are not valid: ${name}.`,
    details: [{ field: name, error: `takes at most ${most} ${most === 1 ? "file" : "files"}`, received: null }]
  })

type Info = MultipartParser.PartInfo
type Refused = BadRequest | Conflict | PayloadTooLarge | UnsupportedMediaType | ValidationError

/** What the parser met, in order. */
type Met =
  | { readonly _tag: "Field"; readonly info: Info; readonly value: Uint8Array }
  | { readonly _tag: "File"; readonly info: Info }
  | { readonly _tag: "Bytes"; readonly chunk: Uint8Array }
  | { readonly _tag: "End" }
  | { readonly _tag: "Error"; readonly error: MultipartParser.MultipartError }

const errorOf = (error: MultipartParser.MultipartError): Refused => {
  if (error._tag === "EndNotReached") return unended
  if (error._tag !== "ReachedLimit") return malformed
  return error.limit === "MaxParts" ? tooManyParts : error.limit === "MaxFieldSize" ? fieldsTooLarge : tooLarge
}

/** The last part of a name, since some clients send where the file was in their folders; nothing where that is no name. */
export const nameOf = (sent: string | undefined): string | undefined => {
  const name = (sent ?? "").split(/[/\\]/u).at(-1)!.replace(/\p{Cc}/gu, "").toWellFormed().trim().slice(0, MOST_OF_A_NAME)
  return name === "" || name === "." || name === ".." ? undefined : name
}

const takes = ({ examples }: FilePart, type: string) =>
  Object.keys(examples).some((known) => known === type || (known.endsWith("/*") && type.startsWith(known.slice(0, -1))))

const mostOf = ({ most }: FilePart) => most ?? 1

/** The parts of a multipart body. The files are kept, and are thrown away by whoever reads it if no program claimed them. */
export interface Parts {
  readonly fields: Record<string, string | ReadonlyArray<string>>
  readonly files: ReadonlyMap<string, ReadonlyArray<UploadedFile>>
}

/**
 * Reads a multipart body as it arrives: a file is kept piece by piece, and no more of the body is taken until that is done. What is
 * not declared is passed over. Files of a body that is refused or breaks off are thrown away.
 */
export const readMultipart = (
  { files: declared }: Operation, request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Parts, Refused, Uploads | Caller> =>
  Effect.gen(function*() {
    const uploads = yield* Uploads
    const met: Array<Met> = []
    const parser = MultipartParser.make({
      headers: request.headers,
      isFile: ({ filename, name }) => Object.hasOwn(declared, name) || filename !== undefined,
      maxParts: MOST_PARTS,
      maxFieldSize: MOST_OF_FIELDS,
      maxTotalSize: MOST_UPLOADED + 2 * MIB,
      onField: (info, value) => void met.push({ _tag: "Field", info, value }),
      onFile: (info) => {
        met.push({ _tag: "File", info })
        return (chunk) => void met.push(chunk === null ? { _tag: "End" } : { _tag: "Bytes", chunk })
      },
      onError: (error) => void met.push({ _tag: "Error", error }),
      onDone: () => {}
    })

    const fields: Array<readonly [string, string]> = []
    const files = new Map<string, Array<UploadedFile>>()
    let current: { readonly name: string; readonly info: Info; readonly most: number; readonly kept: ReturnType<typeof uploads.arriving> } | undefined
    let size = 0
    let ofFields = 0
    let ofFiles = 0

    const begin = (info: Info): Effect.Effect<void, Refused> => {
      const { contentType, name } = info
      const part = Object.hasOwn(declared, name) ? declared[name] : undefined
      if (part === undefined) return Effect.void
      if (!takes(part, contentType)) return Effect.fail(wrongType(name, Object.keys(part.examples)))
      if ((files.get(name)?.length ?? 0) >= mostOf(part)) return Effect.fail(tooMany(name, mostOf(part)))
      current = { name, info, most: part.maxBytes ?? MOST_UPLOADED, kept: uploads.arriving(contentType) }
      size = 0
      return Effect.void
    }

    const work = (one: Met): Effect.Effect<void, Refused, Caller> => {
      switch (one._tag) {
        case "Field": {
          ofFields += one.value.length
          if (ofFields > MOST_OF_FIELDS) return Effect.fail(fieldsTooLarge)
          if (!isUtf8(one.value)) return Effect.fail(notUtf8)
          fields.push([one.info.name, Buffer.from(one.value).toString("utf8")])
          return Effect.void
        }
        case "File":
          return begin(one.info)
        case "Bytes": {
          size += one.chunk.length
          ofFiles += one.chunk.length
          if (ofFiles > MOST_UPLOADED) return Effect.fail(tooLarge)
          if (current === undefined) return Effect.void
          return size > current.most ? Effect.fail(partTooLarge(current.name, current.most)) : current.kept.take(one.chunk)
        }
        case "End": {
          if (current === undefined) return Effect.void
          const { info, kept, name } = current
          return Effect.map(kept.end, (file) => {
            files.set(name, [...files.get(name) ?? [], { ...file, name: nameOf(info.filename) }])
            current = undefined
          })
        }
        case "Error":
          return Effect.fail(errorOf(one.error))
      }
    }
    /* An error is known before the part that it cut short is worked on: that part did not end. */
    const worked = Effect.suspend(() => {
      const all = met.splice(0)
      const error = all.find(({ _tag }) => _tag === "Error")
      return error === undefined ? Effect.forEach(all, work, { discard: true }) : work(error)
    })

    const all = Effect.andThen(
      Stream.runForEach(Stream.orDie(request.stream), (chunk) => Effect.suspend(() => {
        parser.write(chunk)
        return worked
      })),
      Effect.suspend(() => {
        parser.end()
        return worked
      })
    )
    const thrownAway = Effect.suspend(() =>
      Effect.andThen(current?.kept.abandon ?? Effect.void, Effect.forEach([...files.values()].flat(), ({ id }) => uploads.discard(id), { discard: true })))
    yield* Effect.onError(all, () => thrownAway)
    return { fields: grouped(fields), files }
  })
