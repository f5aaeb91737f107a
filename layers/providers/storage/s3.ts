import { hash } from "node:crypto"
import { AwsV4Signer } from "aws4fetch"
import { Effect, Exit, type Option, Redacted, Stream } from "effect"
import { HttpClientRequest } from "effect/http"
import type { Refusal, Verdict } from "../attempt.ts"
import { type ProviderError, ProviderInvalidRequest, ProviderUnavailable } from "../errors.ts"
import type { Call, Party, Way } from "../http.ts"
import { isKey, type ObjectStorage, type Range } from "./provider.ts"

/** Bytes of a part: S3 takes 5 MiB at least, of all but the last, and 10,000 parts at most. */
const PART_BYTES = 8 * 1_048_576
const IDLE_MS = 30_000

/** What S3 means by an answer; its words are XML, of which the status says enough. */
export const s3Verdict = ({ status }: Refusal): Verdict | undefined => {
  if (status === 404) return { kind: "invalid", reason: "not_found", message: "There is no such object." }
  if (status === 416) return { kind: "invalid", reason: "range", message: "The object ends before the range." }
  return status === 503 ? { kind: "unavailable", reason: "slow_down", message: "It asks to be asked less." } : undefined
}

export const s3Party = (configured: Option.Option<URL>, region: string): Party =>
  ({ name: "s3", configured, usually: `https://s3.${region}.amazonaws.com`, verdictOf: s3Verdict })

export interface S3Account {
  readonly region: string
  readonly bucket: string
  readonly access_key_id: Redacted.Redacted
  readonly secret_access_key: Redacted.Redacted
}

const text = new TextDecoder()
const inXml = (name: string, xml: string) => new RegExp(`<${name}>([^<]{1,2000})</${name}>`).exec(xml)?.[1]
const escaped = (value: string) => value.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const rangeOf = ({ first, last }: Range) => `bytes=${first}-${last ?? ""}`

/** Objects in a bucket of S3, or of a storage that speaks the same protocol, by its path (SigV4 by aws4fetch). */
export const s3 = (way: Way, { access_key_id, bucket, region, secret_access_key }: S3Account): ObjectStorage => {
  const fault = (operation: string, reason: string, message: string) =>
    new ProviderInvalidRequest({ provider: "s3", operation, reason, message, attempts: 0 })

  interface Asked {
    readonly method: "GET" | "PUT" | "POST" | "DELETE"
    readonly key: string
    readonly query?: string
    readonly body?: Uint8Array
    readonly headers?: Readonly<Record<string, string>>
    readonly repeat?: Call["repeat"]
  }

  const signed = Effect.fnUntraced(function*(operation: string, { body, headers = {}, key, method, query = "", repeat = "always" }: Asked) {
    if (!isKey(key)) return yield* fault(operation, "key", "The key is not one.")
    const signer = new AwsV4Signer({
      method,
      url: `${way.base}/${bucket}/${key}${query}`,
      /* Of the bytes themselves, so that what is changed on its way is not taken. */
      headers: { ...headers, "x-amz-content-sha256": hash("sha256", body ?? "", "hex") },
      accessKeyId: Redacted.value(access_key_id),
      secretAccessKey: Redacted.value(secret_access_key),
      service: "s3",
      region
    })
    const { headers: all, url } = yield* Effect.promise(() => signer.sign())
    const request = HttpClientRequest.make(method)(url).pipe(HttpClientRequest.setHeaders(Object.fromEntries(all)))
    const call: Call = {
      operation,
      repeat,
      long: true,
      secrets: [secret_access_key, access_key_id],
      request: body === undefined ? request : HttpClientRequest.bodyUint8Array(request, body, headers["content-type"])
    }
    return call
  })

  const done = (operation: string, asked: Asked) => Effect.flatMap(signed(operation, asked), way.nothing)
  const answered = (operation: string, asked: Asked) => Effect.map(Effect.flatMap(signed(operation, asked), way.bytes), (bytes) => text.decode(bytes))

  const put = (key: string, body: Uint8Array, type: string) => done("put", { method: "PUT", key, body, headers: { "content-type": type } })

  /** What an answer of 200 says that is an error all the same. */
  const completed = (xml: string) =>
    xml.includes("<Error>")
      ? Effect.fail(new ProviderUnavailable({ provider: "s3", operation: "complete", reason: inXml("Code", xml) ?? "error", message: "The parts were not joined.", attempts: 1 }))
      : Effect.void

  const parts = (key: string, type: string) => {
    let upload: string | undefined
    const etags: Array<string> = []
    const begin = Effect.gen(function*() {
      const xml = yield* answered("begin", { method: "POST", key, query: "?uploads", headers: { "content-type": type } })
      upload = inXml("UploadId", xml)
      if (upload === undefined) return yield* fault("begin", "malformed_answer", "The answer names no upload.")
      return upload
    })
    return {
      put: Effect.fnUntraced(function*(body: Uint8Array) {
        const id = upload ?? (yield* begin)
        const query = `?partNumber=${etags.length + 1}&uploadId=${encodeURIComponent(id)}`
        const headers = yield* Effect.flatMap(signed("put_part", { method: "PUT", key, query, body }), way.headers)
        etags.push(headers["etag"] ?? "")
      }),
      complete: Effect.suspend(() => {
        const list = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`).join("")
        const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`)
        /* Asked again after it was done, S3 knows the upload no more. */
        const asked = { method: "POST", key, query: `?uploadId=${encodeURIComponent(upload!)}`, body, repeat: "never" } as const
        return Effect.flatMap(answered("complete", asked), completed)
      }),
      abort: Effect.suspend(() =>
        upload === undefined
          ? Effect.void
          : Effect.ignore(done("abort", { method: "DELETE", key, query: `?uploadId=${encodeURIComponent(upload)}` })))
    }
  }

  return {
    name: "s3",
    put,
    putStream: <E>(key: string, bytes: Stream.Stream<Uint8Array, E>, type: string): Effect.Effect<number, ProviderError | E> =>
      Effect.suspend(() => {
        const { abort, complete, put: putPart } = parts(key, type)
        let held: Array<Uint8Array> = []
        let waiting = 0
        let size = 0
        const flush = Effect.suspend(() => {
          const body = new Uint8Array(Buffer.concat(held))
          held = []
          waiting = 0
          return putPart(body)
        })
        return bytes.pipe(
          Stream.runForEach((chunk) => {
            held.push(chunk)
            waiting += chunk.length
            size += chunk.length
            return waiting >= PART_BYTES ? flush : Effect.void
          }),
          Effect.andThen(Effect.suspend(() =>
            size < PART_BYTES
              ? put(key, new Uint8Array(Buffer.concat(held)), type)
              : Effect.andThen(waiting > 0 ? flush : Effect.void, complete))),
          Effect.onExit((exit) => Exit.isSuccess(exit) ? Effect.void : abort),
          Effect.map(() => size)
        )
      }),
    get: Effect.fnUntraced(function*(key, range) {
      const call = yield* signed("get", { method: "GET", key, ...range !== undefined && { headers: { range: rangeOf(range) } } })
      const { body, headers } = yield* way.stream(call, IDLE_MS)
      const total = /\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1] ?? headers["content-length"]
      return { size: Number(total ?? 0), body }
    }),
    remove: (key) => done("remove", { method: "DELETE", key }),
    /* A part that was not joined is no object; its bucket's rules say when it goes. */
    tidy: Effect.void
  }
}
