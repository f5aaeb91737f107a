import sharp, { type Sharp } from "sharp"
import { type MediaType, MOST_PIXELS, sizeFormats } from "#schemas/website/media"
import { sanitisedSvg } from "#schemas/website/svg"

export interface MadeSize {
  readonly width: number
  readonly height: number
  readonly format: typeof sizeFormats[number]
  readonly content: Uint8Array
}

/** An image as it is served, and its sizes. */
export interface Made {
  readonly width: number
  readonly height: number
  readonly content: Uint8Array
  readonly sizes: ReadonlyArray<MadeSize>
}

const WIDTHS = [320, 640, 960, 1_280, 1_920]
/** An image that is smaller than the largest width has its own besides, where the next smaller is so much smaller. */
const NOTICED = 0.9
/** WebP has no larger sides. */
const LONGEST = 16_383
/** For each output. */
const SECONDS = 60

const formats: Readonly<Record<string, MediaType>> = {
  jpeg: "image/jpeg", png: "image/png", webp: "image/webp", gif: "image/gif", heif: "image/avif", svg: "image/svg+xml"
}

/* Only readers of what sites may have: each other one is a way in. */
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({ operation: ["Jpeg", "Png", "Webp", "Heif", "Nsgif", "Svg"].map((name) => `VipsForeignLoad${name}`) })
sharp.cache(false)
sharp.concurrency(1)

const encoded = (image: Sharp, type: MediaType) => {
  switch (type) {
    case "image/png":
      return image.png({ compressionLevel: 9 })
    case "image/webp":
      return image.webp({ quality: 90 })
    case "image/avif":
      return image.avif({ quality: 70, effort: 1 })
    case "image/gif":
      return image.gif()
    default:
      return image.jpeg({ quality: 90, progressive: true })
  }
}

const widthsOf = (width: number, height: number) => {
  const below = WIDTHS.filter((one) => one <= width)
  const own = width < WIDTHS.at(-1)! && (below.at(-1) ?? 0) < width * NOTICED ? [width] : []
  return [...below, ...own].filter((one) => Math.round(height * one / width) <= LONGEST)
}

/** Upright, in sRGB, and without anything but its pixels. */
const still = async (bytes: Uint8Array, type: MediaType): Promise<Made> => {
  const read = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" }).autoOrient().toColourspace("srgb").timeout({ seconds: SECONDS })
  const { data: content, info: { height, width } } = await encoded(read(), type).toBuffer({ resolveWithObject: true })
  /* The others are made of the largest, so that the whole is decoded once more and not ten times. */
  const { data, info } = await read().resize({ width: Math.min(width, WIDTHS.at(-1)!) }).raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const sizes: Array<MadeSize> = []
  for (const wanted of widthsOf(width, height)) {
    for (const format of sizeFormats) {
      const resized = sharp(data, { raw }).resize({ width: wanted }).timeout({ seconds: SECONDS })
      const output = format === "avif" ? resized.avif({ quality: 55, effort: 1 }) : resized.webp({ quality: 78 })
      const made = await output.toBuffer({ resolveWithObject: true })
      sizes.push({ width: made.info.width, height: made.info.height, format, content: made.data })
    }
  }
  return { width, height, content, sizes }
}

const moving = async (bytes: Uint8Array, type: MediaType): Promise<Made> => {
  const read = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error", animated: true }).timeout({ seconds: SECONDS })
  const { data: content, info } = await encoded(read(), type).toBuffer({ resolveWithObject: true })
  const { height: strip, width } = info
  const height = info.pageHeight ?? strip
  const sizes: Array<MadeSize> = []
  for (const wanted of widthsOf(width, height)) {
    const made = await read().resize({ width: wanted }).webp({ quality: 75 }).toBuffer({ resolveWithObject: true })
    sizes.push({ width: made.info.width, height: made.info.pageHeight ?? made.info.height, format: "webp", content: made.data })
  }
  return { width, height, content, sizes }
}

const drawing = async (bytes: Uint8Array): Promise<Made> => {
  const clean = sanitisedSvg(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  if (clean === undefined) throw new Error("it is no drawing")
  const content = Buffer.from(clean)
  const { height, width } = await sharp(content, { limitInputPixels: false }).metadata()
  return { width, height, content, sizes: [] }
}

/** Fails where the image is broken. */
export const make = async (bytes: Uint8Array, type: MediaType): Promise<Made> => {
  if (type === "image/svg+xml") return drawing(bytes)
  const { format, height, pages = 1, width } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata()
  /* One that begins as another format than the library reads is two things at once. */
  if (formats[format] !== type) throw new Error(`it is ${format} as well as ${type}`)
  if (width * height * pages > MOST_PIXELS) throw new Error(`its ${pages} frames have more than ${MOST_PIXELS / 1_000_000} million pixels together`)
  return (type === "image/gif" || type === "image/webp") && pages > 1 ? moving(bytes, type) : still(bytes, type)
}
