import { promisify } from "node:util"
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib"

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

/** What is made once and sent often is as small as it gets without taking seconds; what is made for one request takes a millisecond or two. */
const efforts = { most: { br: 9, zstd: 15, gzip: 9 }, least: { br: 4, zstd: 3, gzip: 6 } } as const

/** The same bytes in another form, made beside the event loop. */
export const compress = (encoding: Compressed, bytes: Uint8Array, effort: keyof typeof efforts = "most"): Promise<Buffer> => {
  const level = efforts[effort][encoding]
  return encoding === "br"
    ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
    : encoding === "zstd"
    ? zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level } })
    : gzipped(bytes, { level })
}
