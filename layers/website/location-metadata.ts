import type { MediaType } from "#schemas/website/media"

/** Boxes that hold others, on the way to what a film tells of itself. */
const holders = new Set(["moov", "trak"])
/** What it tells of itself: where it was made, by what, and by whom. */
const telling = new Set(["udta", "meta"])

const scan = (file: Buffer, from: number, to: number) => {
  for (let at = from; at + 8 <= to;) {
    const short = file.readUInt32BE(at)
    const type = file.toString("latin1", at + 4, at + 8)
    const header = short === 1 ? 16 : 8
    if (at + header > to) return
    const size = short === 1 ? Number(file.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    if (size < header || at + size > to) return
    if (telling.has(type)) {
      /* Free space of the same size, so that nothing else moves. */
      file.write("free", at + 4, "latin1")
      file.fill(0, at + header, at + size)
    } else if (holders.has(type)) scan(file, at + header, at + size)
    at += size
  }
}

/** A film or a sound of MP4 without what tells where it was made; anything else as it is. */
export const withoutPlaces = (bytes: Uint8Array, type: MediaType): Uint8Array => {
  if (type !== "video/mp4" && type !== "audio/mp4") return bytes
  const file = Buffer.from(bytes)
  scan(file, 0, file.length)
  return file
}
