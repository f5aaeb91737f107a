import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"

/** Pixels of the picture for each of the drawing: screens of phones show two and more. */
const DENSITY = 2

/** Read with the first picture: most processes make none. */
const font = Effect.runSync(Effect.cached(Effect.promise(async () => {
  const { create } = await import("fontkit")
  const found = create(await readFile(fileURLToPath(import.meta.resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf"))))
  if (!("layout" in found)) throw new Error("Noto Sans is a collection of fonts")
  return found
})))

/** Texts as outlines, so that a picture has its words where the machine has no font. */
export const outlines = Effect.map(font, (font) => (text: string, size: number) => {
  const scale = size / font.unitsPerEm
  const { glyphs, positions } = font.layout(text)
  let x = 0
  const parts = glyphs.map(({ path }, n) => {
    const { xAdvance, xOffset, yOffset } = positions[n]!
    const part = path.scale(scale, -scale).translate((x + xOffset) * scale, -yOffset * scale).toSVG()
    x += xAdvance
    return part
  })
  return { path: parts.join(""), width: x * scale }
})

/** A drawing as PNG, on white: mail programs show no SVG. */
export const pngOf = (svg: string): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const { default: sharp } = await import("sharp")
    return sharp(Buffer.from(svg), { density: 72 * DENSITY }).flatten({ background: "#ffffff" }).png({ palette: true }).toBuffer()
  })
