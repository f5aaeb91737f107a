import { h } from "preact"
import { filled, labelText, type Phrase } from "#schemas/kernel/phrase"
import { operations } from "#schemas/operations"
import { html, type Node } from "../html.ts"
import type { Part } from "./contract.ts"
import { inLanguageOfPage, type Said, type Text, textIn, type Words } from "./spoken.ts"

interface Drawn {
  readonly of: (words: Words) => string
  readonly drawn: (words: Words) => Node
}

const Drawn = inLanguageOfPage(({ drawn }: Drawn, { words }) => drawn(words))

/** A text that is a string in attributes, and on a page what `drawn` makes of it. */
const said = (of: Drawn["of"], drawn: Drawn["drawn"] = of): Said => h(Drawn, { of, drawn }) as unknown as Said

/** A text that depends on others, as attributes have them. */
export const saidOf = (of: (words: Words) => string): Said => said(of)

/** The same for the title of a window, which has no marks. */
export const unmarked = (text: Text): Text => typeof text !== "string" && (text.type as unknown) === Drawn ? saidOf((text.props as unknown as Drawn).of) : text

/** Texts one after the other. */
export const joined = (...texts: ReadonlyArray<Text>): Said => said((words) => texts.map((text) => textIn(words, text)).join(""), () => [...texts])

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** A field's name as a person reads it. */
export const labelOf = (name: string): string => {
  const words = name.replaceAll("_", " ").replaceAll(".", ": ").replace(/ ids?$/u, (end) => end === " ids" ? "s" : "")
  return capitalized(words)
}

/** English that has no other word yet is marked as such. */
const marked = (find: (words: Words) => string | undefined, english: string): Said =>
  said((words) => find(words) ?? english, (words) => find(words) ?? html`<span lang="en">${english}</span>`)

/** What the contract says, in the language of the page; `shown` is how English pages put it. */
export const declared = (part: Part, english: string, within?: string, shown = english): Said =>
  marked(({ contract }) => {
    const found = contract.find(part, english, within === undefined ? [] : [within])
    return found === english ? shown : found
  }, shown)

/** The label of a field, or of one within another, as `address.city` is, in a category. */
export const label = (path: string, category: string): Said => {
  const find = ({ contract }: Words) => {
    const whole = contract.find("fields", labelOf(path), [category])
    if (whole !== undefined || !path.includes(".")) return whole
    const parts = path.split(".").map((part) => contract.find("fields", labelOf(part), [category]))
    return parts.includes(undefined) ? undefined : parts.join(": ")
  }
  return marked(find, labelOf(path))
}

/** Names of the API and of standards are the same in all languages, as are numbers. */
const isName = (value: string) => /[.:*]/u.test(value) || !/[a-z]/u.test(value)

const spaced = (value: string) => value.replaceAll("_", " ")

/** The word for a value of an enumeration, of a field in a category where these are known. */
export const valueWord = (value: string, field?: string, category?: string): Said => {
  const places = field === undefined ? [] : [...category === undefined ? [] : [`${category}.${field}`], field]
  const find = ({ contract, records }: Words) => {
    const found = contract.find("values", value, places)
    if (found !== undefined) return spaced(found)
    if (isName(value)) return spaced(value)
    if (field !== "sort") return undefined
    const by = contract.find("fields", labelOf(value.replace(/^-/u, "")), category === undefined ? [] : [category])
    return by && (value.startsWith("-") ? records.descending(by) : records.ascending(by))
  }
  return marked(find, spaced(value))
}

/** What a record without a name of its own is called, by the words of its kind. */
export const phrased = ({ template, values }: Phrase, category: string): Said => {
  const find = (words: Words) => {
    const known = words.contract.find("labels", template)
    return known && capitalized(filled(known, values.map((one) => typeof one === "object" ? textIn(words, valueWord(one.value, one.field, category)) : String(one))))
  }
  return marked(find, capitalized(labelText({ template, values })))
}

const codes = /`([^`]*)`/gu

const isField = (code: string) => /^[a-z]+(?:_[a-z]+)+$/u.test(code)

/** What the contract says to programs, for people: fields and operations by what they are called, and nothing marked as code. */
export const plainWords = (english: string, category: string): Said => {
  const find = ({ contract, records }: Words) =>
    contract.find("texts", english, [category])?.replaceAll(codes, (_, code: string) => {
      if (!isField(code)) return code
      const title = operations.get(code)?.summary
      const known = contract.find("fields", labelOf(code), [category]) ?? (title && contract.find("operations", title))
      return records.quoted(known ?? labelOf(code))
    })
  return marked(find, english.replaceAll(codes, (_, code: string) => isField(code) ? `“${labelOf(code)}”` : code))
}
