import { crc32, deflateSync } from "node:zlib"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import sharp from "sharp"
import { eventually } from "../../support/eventually.ts"
import { type Key, send } from "../../support/test-server.ts"

/** Pixels that no format makes small: each byte follows from the last. */
export const noise = (width: number, height: number, channels: 3 | 4 = 3, seed = 1) => {
  const data = Buffer.alloc(width * height * channels)
  let state = seed
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    data[at] = state >>> 24
  }
  return sharp(data, { raw: { width, height, channels } })
}

/** A picture like those of cameras: few edges, many shades. */
export const photo = (width: number, height: number, seed = 1) => noise(Math.ceil(width / 40), Math.ceil(height / 40), 3, seed).resize(width, height, { fit: "fill" })

/** As a camera writes it: it lies on its side, and says where it was. */
export const photoOfPlace = (width: number, height: number) =>
  photo(width, height).withExif({
    IFD0: { Make: "Camera of Ada", Model: "Secret 1", Orientation: "6" },
    IFD3: { GPSLatitudeRef: "N", GPSLatitude: "59/1 54/1 50/1", GPSLongitudeRef: "E", GPSLongitude: "10/1 45/1 8/1" }
  }).withMetadata({ orientation: 6 }).jpeg().toBuffer()

const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A whole PNG of one bit a pixel: few bytes, however large it is. */
export const whitePng = (width: number, height: number) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)), 255)
  for (let row = 0; row < height; row++) rows[row * (1 + Math.ceil(width / 8))] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new Uint8Array(Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]))
}

export interface Upload {
  readonly content: Uint8Array<ArrayBuffer> | string
  readonly name?: string
  readonly type?: string
  readonly fields?: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly key?: Key
  readonly headers?: Readonly<Record<string, string>>
}

export const upload = ({ content, fields = {}, headers = {}, key = "acme", name = "mug.jpg", type = "application/octet-stream" }: Upload) =>
  Effect.gen(function*() {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(field, one as string)
    form.append("file", new Blob([content], { type }), name)
    const encoded = new Response(form)
    const body = yield* Effect.promise(() => encoded.arrayBuffer())
    return yield* send("/cms/media", { key, method: "POST", body, headers: { "content-type": encoded.headers.get("content-type")!, ...headers } })
  })

export const settled = (id: number, key: Key = "acme") =>
  Effect.map(eventually(send(`/cms/media/${id}`, { key }), ({ json, status }) => status !== 200 || json.status !== "processing"), ({ json }) => json)

/** Uploads a file and waits until it is ready or failed. */
export const uploaded = (asked: Upload) =>
  Effect.gen(function*() {
    const made = yield* upload(asked)
    if (made.status !== 201) throw new Error(made.text)
    return made.json.status === "processing" ? yield* settled(made.json.id, asked.key) : made.json
  })

/** What a visitor is given at a path of the site. */
export const visited = (path: string, init: RequestInit = {}, slug = "acme") =>
  Effect.gen(function*() {
    const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
    return yield* Effect.promise(async () => {
      const response = await fetch(`${base}/s/${slug}${path}`, init)
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
    })
  })

export const metadataOf = (bytes: Uint8Array) => Effect.promise(() => sharp(bytes).metadata())
