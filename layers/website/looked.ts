import { fileTypeFromBuffer } from "file-type"
import { type MediaType, mediaTypes } from "#schemas/website/media"

/** What the beginning of a file says of it. */
export interface Looked {
  /** Nothing where it is none that sites may have. */
  readonly type: MediaType | undefined
  /** What it is then, where that is known. */
  readonly found: string | undefined
  /** Of an image. Nothing where its header is not whole. */
  readonly size: Size | undefined
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Enough for every header that tells a type. */
const HEADER = 65_536

/** Types that are the same by another name. */
const aliases: Readonly<Record<string, MediaType>> = {
  "image/apng": "image/png", "audio/x-m4a": "audio/mp4", "video/x-m4v": "video/mp4", "audio/ogg; codecs=opus": "audio/ogg"
}

const isKnown = (type: string): type is MediaType => Object.hasOwn(mediaTypes, type) && type !== "image/svg+xml"

const isSvg = (file: Buffer) => {
  const beginning = file.toString("utf8", 0, 4_096).replace(/^\ufeff/u, "")
  return /^\s*</u.test(beginning) && beginning.includes("<svg")
}

/** Behind the segments of a JPEG, each of which tells its length, comes the one that tells the size. */
const sizeOfJpeg = (file: Buffer): Size | undefined => {
  for (let at = 2; at + 9 <= file.length && file[at] === 0xff;) {
    const marker = file[at + 1]!
    if (marker === 0xff) at++
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
    } else at += 2 + file.readUInt16BE(at + 2)
  }
  return undefined
}

const sizeOfWebp = (file: Buffer): Size | undefined => {
  if (file.length < 30) return undefined
  switch (file.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: 1 + file.readUIntLE(24, 3), height: 1 + file.readUIntLE(27, 3) }
    case "VP8L":
      return { width: 1 + (file.readUInt32LE(21) & 0x3fff), height: 1 + (file.readUInt32LE(21) >>> 14 & 0x3fff) }
    default:
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
  }
}

/** The largest image that the boxes of an AVIF tell of. */
const sizeOfAvif = (file: Buffer): Size | undefined => {
  let largest: Size | undefined
  for (let at = file.indexOf("ispe"); at >= 0 && at + 16 <= file.length; at = file.indexOf("ispe", at + 4)) {
    const [width, height] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]
    if (largest === undefined || width * height > largest.width * largest.height) largest = { width, height }
  }
  return largest
}

const sizeOf = (file: Buffer, type: MediaType): Size | undefined => {
  switch (type) {
    case "image/jpeg":
      return sizeOfJpeg(file)
    case "image/png":
      if (file.length < 24 || file.toString("latin1", 12, 16) !== "IHDR") return undefined
      return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
    case "image/gif":
      return file.length < 10 ? undefined : { width: file.readUInt16LE(6), height: file.readUInt16LE(8) }
    case "image/webp":
      return sizeOfWebp(file)
    case "image/avif":
      return sizeOfAvif(file)
    default:
      return undefined
  }
}

/** What a file is, by its content alone: by its header, so that it takes no time. Whether the rest keeps the promise is seen when it is read. */
export const look = async (bytes: Uint8Array): Promise<Looked> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = (await fileTypeFromBuffer(file.subarray(0, HEADER)))?.mime
  const type = found === undefined ? undefined : aliases[found] ?? (isKnown(found) ? found : undefined)
  if (type !== undefined) return { type, found, size: sizeOf(file, type) }
  return { type: (found === undefined || found === "application/xml") && isSvg(file) ? "image/svg+xml" : undefined, found, size: undefined }
}
