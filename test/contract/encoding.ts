import type { Operation } from "#schemas/kernel/catalog"
import type { Streamed } from "#schemas/kernel/streams"

/** One part of a multipart body. */
export interface SentPart {
  readonly name: string
  readonly filename?: string
  readonly type?: string
  readonly content: string | Uint8Array
}

export const FORM = "application/x-www-form-urlencoded"
const BOUNDARY = "x"
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`
export const END = `--${BOUNDARY}--\r\n`

type Fields = Readonly<Record<string, unknown>>

const textOf = (value: unknown) => typeof value === "string" ? value : JSON.stringify(value) ?? ""

/** Fields as forms have them: a list is a name that comes several times, and what is nothing does not come. */
const pairsOf = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => one === null || one === undefined ? [] : [[name, textOf(one).toWellFormed()] as const]))

export const formOf = (fields: Fields): string => pairsOf(fields).map((pair) => pair.map(encodeURIComponent).join("=")).join("&")

/** Parts as a body, whose end may be missing. */
export const multipartOf = (parts: ReadonlyArray<SentPart>, end = END): Buffer<ArrayBuffer> =>
  Buffer.concat([
    ...parts.flatMap(({ content, filename, name, type }) => [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? "" : `; filename="${filename}"`}\r\n` +
        `${type === undefined ? "" : `Content-Type: ${type}\r\n`}\r\n`),
      Buffer.from(content as Uint8Array),
      Buffer.from("\r\n")
    ]),
    Buffer.from(end)
  ])

export const fieldPartsOf = (fields: Fields): ReadonlyArray<SentPart> => pairsOf(fields).map(([name, content]) => ({ name, content }))

/** The first example of what is no JSON. */
export const exampleFile = ({ examples }: Streamed) => {
  const [type, text] = Object.entries(examples)[0]!
  return { type: type.replace("*", "x-example"), text }
}

/** One of each file that an operation takes. */
export const filePartsOf = ({ files }: Operation): ReadonlyArray<SentPart> =>
  Object.entries(files).map(([name, part]) => {
    const { text, type } = exampleFile(part)
    return { name, filename: `${name}.example`, type, content: text }
  })

export interface Body {
  readonly type: string
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** A body as its operation takes it; nothing where it takes none. Without `fileParts` a multipart body has one of each file. */
export const encoded = (entry: Operation, fields: Fields | undefined, fileParts = filePartsOf(entry)): Body | undefined => {
  const streamed = entry.upload ?? entry.raw
  if (streamed !== undefined) {
    const { text, type } = exampleFile(streamed)
    return { type, body: text }
  }
  if (fields === undefined) return undefined
  if (entry.body === "form") return { type: FORM, body: formOf(fields) }
  if (entry.body === "multipart") return { type: MULTIPART, body: multipartOf([...fieldPartsOf(fields), ...fileParts]) }
  return { type: "application/json", body: JSON.stringify(fields) }
}
