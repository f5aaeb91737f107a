import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, zstdCompress, zstdCompressSync } from "node:zlib"

/** The smallest first. */
const compressed = ["br", "zstd", "gzip"] as const
export type Compressed = typeof compressed[number]
export type Encoding = Compressed | "identity"

const MOST_NAMED = 20

const qualityOf = (parameters: ReadonlyArray<string>): number => {
  const given = parameters.find((one) => one.startsWith("q="))
  if (given === undefined) return 1
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/u.test(given) ? Number(given.slice(2)) : 0
}

/** How much a client likes each encoding that it names (RFC 9110, section 12.5.3). */
const qualitiesIn = (accepted: string): ReadonlyMap<string, number> =>
  new Map(accepted.split(",", MOST_NAMED).map((one) => {
    const [name = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase())
    return [name === "x-gzip" ? "gzip" : name, qualityOf(parameters)] as const
  }))

/** In which form a client likes an answer best; of those that it likes alike the smallest. */
export const encodingFor = (accepted: string | undefined): Encoding => {
  if (accepted === undefined) return "identity"
  const qualities = qualitiesIn(accepted)
  let best: Encoding = "identity"
  /* What is not named is taken too, but not asked for. */
  let liked = qualities.get("identity") ?? 0
  for (const encoding of compressed.toReversed()) {
    const quality = qualities.get(encoding) ?? qualities.get("*") ?? 0
    if (quality > 0 && quality >= liked) [best, liked] = [encoding, quality]
  }
  return best
}

const brotli = promisify(brotliCompress)
const zstd = promisify(zstdCompress)
const gzipped = promisify(gzip)

/** What is made once and sent often is as small as it gets without taking seconds. */
const most = { br: 9, zstd: 15, gzip: 9 } as const

/** What is made for one request takes a quarter of a millisecond for 60 KiB. */
const least = { br: 4, zstd: 3, gzip: 6 } as const

const zstdLevel = (level: number) => ({ params: { [constants.ZSTD_c_compressionLevel]: level } })

/** The same bytes in another form, as small as may be, made beside the event loop. */
export const compress = (encoding: Compressed, bytes: Uint8Array): Promise<Buffer> =>
  encoding === "br"
    ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: most.br, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
    : encoding === "zstd"
    ? zstd(bytes, zstdLevel(most.zstd))
    : gzipped(bytes, { level: most.gzip })

/** The smallest window of Brotli that holds so many bytes: the usual one, of 4 MiB, takes three times as long to set up as a page takes to compress. */
const windowOf = (length: number) => Math.min(constants.BROTLI_MAX_WINDOW_BITS, Math.max(constants.BROTLI_MIN_WINDOW_BITS, 32 - Math.clz32(length + 16)))

/** What is left of a compressor keeps its buffer until the next full collection. */
const chunkSize = 8_192

/** The same bytes in another form, at once: to hand a page to another thread takes longer, and keeps it until the next full collection. */
export const compressNow = (encoding: Compressed, bytes: Uint8Array): Buffer =>
  encoding === "br"
    ? brotliCompressSync(bytes, {
      chunkSize,
      params: {
        [constants.BROTLI_PARAM_QUALITY]: least.br, [constants.BROTLI_PARAM_LGWIN]: windowOf(bytes.length), [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length
      }
    })
    : encoding === "zstd"
    ? zstdCompressSync(bytes, { chunkSize, ...zstdLevel(least.zstd) })
    : gzipSync(bytes, { chunkSize, level: least.gzip })
