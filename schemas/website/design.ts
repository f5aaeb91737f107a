import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Text } from "#schemas/kernel/text"

const Color = Text.check(Schema.isPattern(/^#[0-9a-fA-F]{6}$/u, { expected: "a colour of six hexadecimal digits, as in #1f4d3a" }))

const colorNames = ["background", "surface", "text", "muted", "accent", "on_accent", "border"] as const
type ColorName = typeof colorNames[number]

const light = { background: "#fdfcfa", surface: "#f4f1ea", text: "#1f2421", muted: "#59605b", accent: "#1f5c46", on_accent: "#ffffff", border: "#dfdbd1" }
const dark = { background: "#141816", surface: "#1d2320", text: "#ecefec", muted: "#a5aea8", accent: "#7cc8a6", on_accent: "#0d1a14", border: "#343c38" }

const palette = (own: typeof light, mode: string) => Schema.Struct({
  background: Color.annotate({ description: "Of the page.", examples: [own.background] }),
  surface: Color.annotate({ description: "Of cards and bands.", examples: [own.surface] }),
  text: Color.annotate({ examples: [own.text] }),
  muted: Color.annotate({ description: "Of what matters less, and around fields.", examples: [own.muted] }),
  accent: Color.annotate({ description: "Of links and buttons.", examples: [own.accent] }),
  on_accent: Color.annotate({ description: "Of text on buttons.", examples: [own.on_accent] }),
  border: Color.annotate({ description: "Of lines that only part.", examples: [own.border] })
}).annotate({ identifier: `${mode}Colors` })

/** Fonts that devices have: nothing is fetched for them. */
const fonts = {
  system: `system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif`,
  humanist: `Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", source-sans-pro, sans-serif`,
  geometric: `Avenir, Montserrat, Corbel, "URW Gothic", source-sans-pro, sans-serif`,
  grotesque: `"Helvetica Neue", Inter, Roboto, "Arial Nova", "Nimbus Sans", Arial, sans-serif`,
  rounded: `ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, "Arial Rounded MT Bold", Calibri, source-sans-pro, sans-serif`,
  serif: `"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, Georgia, serif`,
  transitional: `Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif`,
  didone: `Didot, "Bodoni MT", "Noto Serif Display", "URW Palladio L", P052, Sylfaen, Georgia, serif`,
  slab: `Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", "Sitka Small", Georgia, serif`,
  mono: `ui-monospace, "Cascadia Code", "Source Code Pro", Menlo, Consolas, "DejaVu Sans Mono", monospace`
} as const
type Font = keyof typeof fonts
const fontNames = Object.keys(fonts) as ReadonlyArray<Font>

const Fonts = Schema.Literals(fontNames)

const radii = { none: "0", small: "4px", medium: "10px", large: "20px" } as const
const spacings = { compact: "0.75", regular: "1", airy: "1.35" } as const
const widths = { narrow: "60rem", regular: "72rem", wide: "84rem" } as const

const named = <T extends object>(values: T) => Schema.Literals(Object.keys(values) as Array<Extract<keyof T, string>>)

/** How a site looks. */
export const Design = Schema.Struct({
  colors: Schema.Struct({ light: palette(light, "Light"), dark: palette(dark, "Dark") }).annotate({
    identifier: "DesignColors", description: "By day, and where the visitor's device is set to dark."
  }),
  font: defaulted(Fonts.annotate({ description: "Of text: a family of fonts that devices have." }), "system"),
  heading_font: defaulted(Fonts.annotate({ description: "Of headings." }), "serif"),
  radius: defaulted(named(radii).annotate({ description: "Of corners." }), "medium"),
  spacing: defaulted(named(spacings), "regular"),
  width: defaulted(named(widths).annotate({ description: "Of the content on a wide screen." }), "regular")
}).annotate({
  identifier: "Design", description: "How a site looks.",
  examples: [{ colors: { light, dark }, font: "system", heading_font: "serif", radius: "medium", spacing: "regular", width: "regular" }]
})
export type Design = typeof Design.Type

/** How a site looks before anybody chose. */
export const defaultDesign: Design = { colors: { light, dark }, font: "system", heading_font: "serif", radius: "medium", spacing: "regular", width: "regular" }

/** WCAG 2.2, 1.4.3, of text that is not large: buttons and links have no larger one. */
const LEAST = 4.5

/** What the stylesheet puts on what. Lines (`border`) part what is parted without them too: no bound holds for them. */
const pairs: ReadonlyArray<readonly [front: ColorName, back: ColorName]> = [
  ["text", "background"], ["text", "surface"], ["muted", "background"], ["muted", "surface"],
  ["accent", "background"], ["on_accent", "accent"], ["accent", "surface"]
]

const linear = (channel: number) => channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

/** Relative luminance of a colour, as WCAG 2.2 defines it. */
const luminance = (color: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How much two colours differ in lightness: 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

export interface ContrastFault {
  readonly path: ReadonlyArray<string>
  readonly issue: string
  readonly front: string
  readonly back: string
  readonly ratio: number
}

/** Colours that some people cannot tell apart, each with the pair and its ratio. */
export const contrastFaults = ({ colors }: Pick<Design, "colors">): ReadonlyArray<ContrastFault> =>
  (["light", "dark"] as const).flatMap((mode) => pairs.flatMap(([front, back]) => {
    const ratio = contrastOf(colors[mode][front], colors[mode][back])
    if (ratio >= LEAST) return []
    const shown = Math.floor(ratio * 100) / 100
    return [{
      path: ["colors", mode, front], front: colors[mode][front], back: colors[mode][back], ratio: shown,
      issue: `${front} ${colors[mode][front]} on ${back} ${colors[mode][back]} has a contrast of ${shown} to 1: it needs at least ${LEAST} to 1 (WCAG 2.2)`
    }]
  }))

const declarations = (colors: Design["colors"]["light"]) => colorNames.map((name) => `--${name.replace("_", "-")}:${colors[name].toLowerCase()}`).join(";")

/** The tokens as properties of CSS. All values come from lists or are hexadecimal: nothing else can get in. */
export const designStyles = ({ colors, font, heading_font, radius, spacing, width }: Design): string => [
  `:root{color-scheme:light dark;${declarations(colors.light)};--font:${fonts[font]};--heading-font:${fonts[heading_font]};`,
  `--radius:${radii[radius]};--space:${spacings[spacing]};--width:${widths[width]}}`,
  `@media (prefers-color-scheme:dark){:root{${declarations(colors.dark)}}}`
].join("")

const focal = Array.from({ length: 11 }, (_, tenth) => `.fx${tenth}{--fx:${tenth * 10}%}.fy${tenth}{--fy:${tenth * 10}%}`).join("")

const read = (name: string) => readFileSync(new URL(`style/${name}.css`, import.meta.url), "utf8")

/** One stylesheet for all blocks of all sites, without comments and the white space between its lines. */
export const siteStyles: string = ["page", "blocks"].map(read).join("\n").split("\n")
  .map((line) => line.trim()).filter((line) => !line.startsWith("/*")).join("") + focal
