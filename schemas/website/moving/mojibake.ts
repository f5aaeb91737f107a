/** What Windows-1252 has between 0x80 and 0x9f, and ISO 8859-1 has not. */
const high = new Map(
  Array.from("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ", (char, place) => [char, 0x80 + place])
)

const byteOf = (char: string) => high.get(char) ?? (char.charCodeAt(0) < 0x100 ? char.charCodeAt(0) : undefined)

const lengthOf = (lead: number) => lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0

const utf8 = new TextDecoder("utf-8", { fatal: true })

/**
 * Puts right what was UTF-8 and was once taken for Latin-1: "Ã¼" becomes "ü". Only characters that read as UTF-8 are changed, which texts
 * that mean them hardly have.
 */
export const withoutMojibake = (text: string): string => {
  if (!/[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u0192\u02c6-\u02dc\u2013-\u2122]/u.test(text)) return text
  let result = ""
  for (let at = 0; at < text.length;) {
    const length = lengthOf(text.charCodeAt(at) < 0x100 ? text.charCodeAt(at) : 0)
    const bytes = length === 0 ? [] : Array.from(text.slice(at, at + length), byteOf)
    let repaired: string | undefined
    if (length > 0 && bytes.length === length && bytes.every((byte) => byte !== undefined)) {
      try {
        repaired = utf8.decode(Uint8Array.from(bytes as ReadonlyArray<number>))
      } catch {
        repaired = undefined
      }
    }
    result += repaired ?? text[at]
    at += repaired === undefined ? 1 : length
  }
  return result
}
