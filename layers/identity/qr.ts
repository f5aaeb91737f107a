import { Effect } from "effect"

/** Loaded with the first picture: it brings along what draws PNG files, which few processes ever need. */
const library = Effect.promise(() => import("qrcode"))

/** A QR code as an SVG document: black on white, with the quiet zone that readers ask for. */
export const qrOf = (text: string): Effect.Effect<string> =>
  Effect.flatMap(library, ({ default: { toString } }) =>
    Effect.promise(() => toString(text, { type: "svg", errorCorrectionLevel: "M", margin: 4 })))
