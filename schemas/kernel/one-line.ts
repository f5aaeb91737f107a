/** Directions that would turn what follows (Unicode bidirectional overrides and isolates), and control characters. */
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/** One line as a person typed it, in any script; what would break a header or turn the direction of the rest is taken out. */
export const oneLine = (text: string): string => text.replace(unwanted, " ").replace(/\s+/gu, " ").trim().toWellFormed()

const characters = new Intl.Segmenter("en", { granularity: "grapheme" })

/** The same, not longer than so many characters as people count them. */
export const shortened = (text: string, most: number): string => {
  const line = oneLine(text)
  if (line.length <= most) return line
  const parts = [...characters.segment(line)]
  return parts.length <= most ? line : `${parts.slice(0, most - 1).map(({ segment }) => segment).join("").trimEnd()}…`
}

const LONGEST_NAME = 80

/** A name that somebody else chose; mail programs would make links of what looks like an address in it, in wide letters too. */
export const safeName = (text: string): string => {
  const calm = text.replace(/[\p{Control}\p{Format}\s]+/gu, " ").replace(/[.:/@\\\u3002\uff0e\uff0f\uff1a\uff20\uff61](?=\S)/gu, "$& ").trim()
  return calm.length > LONGEST_NAME ? `${calm.slice(0, LONGEST_NAME - 3).trimEnd().toWellFormed()}...` : calm
}
