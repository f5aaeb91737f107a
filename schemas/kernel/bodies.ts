import type { Schema } from "effect"
import { type HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { type Streamed, streamedOf, type Upload } from "./streams.ts"

/**
 * How a body is written. A `file` is kept while it arrives; a `multipart` body has fields and files, which are kept likewise; a `raw`
 * body is given to the program as it was sent.
 */
export type BodyKind = "json" | "form" | "multipart" | "raw" | "file"

/** Files that a part of a multipart body may bring. */
export interface FilePart extends Streamed {
  /** Bytes of each; `MOST_UPLOADED` if left out, which all files of a request have together at most. */
  readonly maxBytes?: number
  /** How many may come, as a list. Without it there is one file. */
  readonly most?: number
  /** It may be left out. Files that may be several always may. */
  readonly optional?: true
}
export type FileParts = Readonly<Record<string, FilePart>>

/** A file of a multipart body. */
export interface UploadedFile extends Upload {
  /** What its sender called it, without folders; nothing where it has no such name. */
  readonly name: string | undefined
}

type FilesOf<Files extends FileParts> = {
  readonly [K in keyof Files]: Files[K] extends { readonly most: number } ? ReadonlyArray<UploadedFile>
    : Files[K] extends { readonly optional: true } ? UploadedFile | undefined
    : UploadedFile
}

/** A body as it was sent, for programs that check a signature over its bytes. */
export interface RawBody {
  /** Its media type, without parameters. */
  readonly type: string
  readonly bytes: Uint8Array
  /** The headers that the operation declares, by their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The path and the query, as they were sent. */
  readonly target: string
}

/** What a raw body is, and the headers that its program reads, in lower case: where the signature is, say. */
export interface RawPart extends Streamed {
  readonly headers?: ReadonlyArray<string>
}

/* Only types have these: what a program is given for a body that the framework does not decode. */
declare const given: unique symbol
export interface Multipart<S extends Schema.Top, Files extends FileParts> extends HttpApiSchema.asMultipartStream<S> {
  readonly [given]: S["Type"] & FilesOf<Files>
}
export interface Raw extends HttpApiSchema.StreamUint8Array {
  readonly [given]: { readonly body: RawBody }
}
/** What a program is given for a body of this kind; a codec around its schema changes nothing. */
export type GivenBy<S> = S extends { readonly [given]: infer A } ? A : S extends { readonly schema: infer T } ? GivenBy<T> : never

const ofFiles = "kernel/files"
const ofRaw = "kernel/raw"

/** A body as HTML forms send it (`application/x-www-form-urlencoded`); a name that comes several times is a list. */
export const form = <S extends Schema.Top>(fields: S) => fields.pipe(HttpApiSchema.asFormUrlEncoded())

/** A body of fields and files (`multipart/form-data`). Its program is given the files beside the fields. */
export const multipart = <S extends Schema.Top, const Files extends FileParts>(fields: S, files: Files) =>
  fields.pipe(HttpApiSchema.asMultipartStream()).annotate({ [ofFiles]: files }) as never as Multipart<S, Files>

/** A body of up to 1 MiB that its program is given as it was sent, as `body`. */
export const raw = (about: RawPart) =>
  HttpApiSchema.StreamUint8Array({ contentType: Object.keys(about.examples) })
    .annotate({ description: about.description, [ofRaw]: about }) as never as Raw

type Endpoint = Pick<HttpApiEndpoint.Top, "payload">

const declaredOf = ({ payload }: Endpoint) => [...payload.values()][0]
/** The schema of a body, as it was declared. */
export const bodySchemaOf = (endpoint: Endpoint): Schema.Top | undefined => declaredOf(endpoint)?.schemas[0]
const annotated = <A>(endpoint: Endpoint, key: string) => bodySchemaOf(endpoint)?.ast.annotations?.[key] as A | undefined

/** Of an operation that takes a file alone: what that is. */
export const uploadOf = (endpoint: Endpoint): Streamed | undefined => streamedOf(bodySchemaOf(endpoint))

export const rawOf = (endpoint: Endpoint) => annotated<RawPart>(endpoint, ofRaw)

const kinds = { Json: "json", FormUrlEncoded: "form", Multipart: "multipart" } as const

export const bodyKindOf = (endpoint: Endpoint): BodyKind | undefined => {
  const tag = declaredOf(endpoint)?.encoding._tag
  if (tag === undefined) return undefined
  if (tag in kinds) return kinds[tag as keyof typeof kinds]
  return rawOf(endpoint) === undefined ? "file" : "raw"
}

export const filesOf = (endpoint: Endpoint): FileParts => annotated<FileParts>(endpoint, ofFiles) ?? {}
