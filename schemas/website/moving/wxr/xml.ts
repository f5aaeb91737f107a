import { XMLParser } from "fast-xml-parser"

const lists = new Set(["category", "wp:postmeta", "wp:author", "wp:category", "wp:tag", "wp:term"])

/** What an element holds: a text, or elements and attributes. */
export type Xml = string | { readonly [name: string]: unknown }

const parser = new XMLParser({
  ignoreAttributes: false, attributeNamePrefix: "@", textNodeName: "#text", parseTagValue: false, trimValues: false, alwaysCreateTextNode: false,
  htmlEntities: true, maxNestedTags: 20, isArray: (name) => lists.has(name)
})

/** What some XML says: names with their prefixes. Fails with words where it is none. */
export const read = (xml: string): Readonly<Record<string, unknown>> | string => {
  try {
    return parser.parse(xml) as Readonly<Record<string, unknown>>
  } catch (error) {
    return `it is no well-formed XML: ${(error as Error).message.slice(0, 150)}`
  }
}

/** The text of an element; "" where it has none. */
export const textIn = (value: unknown): string => {
  if (typeof value === "string") return value
  if (Array.isArray(value)) return textIn(value[0])
  if (typeof value !== "object" || value === null) return ""
  return textIn((value as Readonly<Record<string, unknown>>)["#text"])
}

export const listIn = (value: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value])
    .map((one) => typeof one === "object" && one !== null ? one as Readonly<Record<string, unknown>> : { "#text": one })
