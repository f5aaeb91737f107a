import { parseDocument } from "yaml"

type Value = unknown

/** What stands above a text, and the text. */
export interface Written {
  readonly fields: Readonly<Record<string, Value>>
  readonly text: string
  /** Why what stands above it could not be read. */
  readonly fault?: string
}

/** References that the fields may hold: each may name many, which is how a few lines become gigabytes. */
const MOST_ALIASES = 20

/** The fields above a text of Markdown, between two lines of hyphens. */
export const frontMatter = (file: string): Written => {
  const text = file.replace(/^\ufeff/u, "").replaceAll("\r\n", "\n")
  if (text.startsWith("+++\n")) {
    const end = text.indexOf("\n+++", 4)
    return { fields: {}, text: end === -1 ? text : text.slice(end + 4), fault: "They are TOML, and only YAML is read." }
  }
  if (!text.startsWith("---\n")) return { fields: {}, text }
  const end = text.indexOf("\n---", 3)
  if (end === -1) return { fields: {}, text }
  const body = text.slice(text.indexOf("\n", end + 1) === -1 ? text.length : text.indexOf("\n", end + 1) + 1)
  try {
    const document = parseDocument(text.slice(4, end + 1), { uniqueKeys: false, logLevel: "silent" })
    if (document.errors.length > 0) return { fields: {}, text: body, fault: document.errors[0]!.message.split("\n")[0]!.slice(0, 150) }
    const fields = document.toJS({ maxAliasCount: MOST_ALIASES }) as Value
    return typeof fields === "object" && fields !== null && !Array.isArray(fields)
      ? { fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value as Value])), text: body }
      : { fields: {}, text: body, ...fields !== null && { fault: "They are no list of fields." } }
  } catch (error) {
    return { fields: {}, text: body, fault: (error as Error).message.slice(0, 150) }
  }
}

/** A value as one line of text; nothing where it is none. */
export const lineIn = (value: Value): string | undefined => {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "string" && value.trim() !== "" ? value.replace(/\s+/gu, " ").trim() : undefined
}

/** Values that stand in a list, or in one line with commas between them. */
export const linesIn = (value: Value): ReadonlyArray<string> =>
  Array.isArray(value) ? value.flatMap((one) => lineIn(one) ?? [])
    : (lineIn(value) ?? "").split(",").map((one) => one.trim()).filter((one) => one !== "")
