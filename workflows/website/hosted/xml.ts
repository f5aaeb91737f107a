const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;" }

/* What XML 1.0 cannot hold at all, half a pair of UTF-16 among it. */
const impossible = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** A text as XML holds it, between tags and in attributes. */
export const xmlText = (text: string): string => text.replace(impossible, "").replace(/[&<>"']/gu, (one) => escapes[one]!)

/** An element with a text in it; nothing without one. */
export const element = (name: string, text: string | null | undefined, attributes: Readonly<Record<string, string>> = {}): string => {
  if (text === null || text === undefined) return ""
  return `<${name}${attributesOf(attributes)}>${xmlText(text)}</${name}>`
}

export const emptyElement = (name: string, attributes: Readonly<Record<string, string>>): string => `<${name}${attributesOf(attributes)}/>`

const attributesOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes).map(([name, value]) => ` ${name}="${xmlText(value)}"`).join("")

export const XML_HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
