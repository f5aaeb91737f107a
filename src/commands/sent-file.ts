import { Effect, FileSystem } from "effect"
import { HttpClientRequest } from "effect/http"
import { basename } from "node:path"
import { CommandFailure } from "./command-failure.ts"
import type { Fill } from "./service-client.ts"

/** What files are called whose media type an operation wants to be told. A test compares this with the contract. */
const endings: Readonly<Record<string, ReadonlyArray<string>>> = {
  "text/csv": ["csv"],
  "application/x-ndjson": ["ndjson", "jsonl"],
  "text/plain": ["txt"],
  "text/xml": ["xml"],
  "application/xml": ["xml"],
  "application/zip": ["zip"],
  "application/pdf": ["pdf"],
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/webp": ["webp"],
  "image/gif": ["gif"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"]
}

export const endingsOf = (type: string): ReadonlyArray<string> => endings[type] ?? []

const readFile = (path: string) =>
  FileSystem.FileSystem.use((files) => files.readFile(path)).pipe(
    Effect.mapError((cause) => new CommandFailure({ message: `${path} cannot be read: ${cause.message}` }))
  )

/** A body that is the file alone, of the first of the media types that its name ends with. */
export const fileBody = Effect.fnUntraced(function*(path: string, types: ReadonlyArray<string>) {
  const ending = path.split(".").at(-1)!.toLowerCase()
  const type = types.find((type) => endingsOf(type).includes(ending))
  if (type === undefined) {
    return yield* new CommandFailure({
      message: `The name of ${path} does not tell what it is: it has to end with one of ${[...new Set(types.flatMap(endingsOf))].map((one) => `.${one}`).join(", ")}.`
    })
  }
  const bytes = yield* readFile(path)
  const fill: Fill = HttpClientRequest.bodyUint8Array(bytes, type)
  return fill
})

/** A form of fields, with a file where there is one. */
export const formBody = Effect.fnUntraced(function*(
  fields: ReadonlyArray<readonly [name: string, value: string]>, file: { readonly field: string; readonly path: string } | undefined
) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  if (file !== undefined) form.append(file.field, new Blob([yield* readFile(file.path) as Effect.Effect<Uint8Array<ArrayBuffer>, CommandFailure, FileSystem.FileSystem>]), basename(file.path))
  const fill: Fill = HttpClientRequest.bodyFormData(form)
  return fill
})
