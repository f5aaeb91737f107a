import type { ConsentPreview, PreviewedChange, RecordNames } from "#schemas/agents/consent"
import { CHANGES_REAL_RECORDS, type UndoOf, undoText } from "#schemas/kernel/consent"
import { formatsOf } from "#schemas/kernel/formats"

/** As the rest of what a client is told, in English. */
const { money } = formatsOf({ locale: "en", time_zone: "UTC" })

const MOST_RECORDS = 10
const MOST_FIELDS = 8
const MOST_CHARACTERS = 80

/** What a record says of itself rather than of its object. */
const bookkeeping = new Set(["id", "version", "created_at", "updated_at", "deleted_at"])

/** In one line, and without what would turn the direction of the text. */
const line = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim()

/** In one line and between quotation marks: what a record holds must not look like our own words. */
const told = (value: unknown): string => {
  if (value === null || value === undefined || value === "" || (typeof value === "object" && Object.keys(value).length === 0)) return "nothing"
  const text = line(typeof value === "string" ? value : JSON.stringify(value))
  const short = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…` : text
  return typeof value === "string" ? `“${short.replaceAll("“", "\"").replaceAll("”", "\"")}”` : short
}

const nameOf = (field: string) => field.replaceAll("_", " ")

const some = (lines: ReadonlyArray<string>, most: number, what: string) =>
  lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} more ${what}`] : lines

const isTold = (value: unknown) => told(value) !== "nothing"

const fieldsOf = ({ after, before }: PreviewedChange, names: RecordNames): ReadonlyArray<string> => {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((field) => !bookkeeping.has(field))
  const said = (field: string, value: unknown) => told(names[field]?.[String(value)] ?? value)
  return before !== null && after !== null
    ? fields.map((field) => `${nameOf(field)} from ${said(field, before[field])} to ${said(field, after[field])}`)
    : fields.filter((field) => isTold((before ?? after)![field])).map((field) => `${nameOf(field)} ${said(field, (before ?? after)![field])}`)
}

const verbs = { create: "would be made", change: "would be changed", remove: "would be removed" } as const

const lineOf = (names: RecordNames) => (change: PreviewedChange): string => {
  const { action, id, name: called, object } = change
  const name = `${nameOf(object)}${id === null ? "" : ` ${id}`}${called === null ? "" : ` ${told(called)}`}`
  const fields = some(fieldsOf(change, names), MOST_FIELDS, "fields").join(", ")
  return `- ${name} ${verbs[action]}${fields === "" ? "" : `: ${fields}`}`
}

/** Who asks, and what a person knows of the call besides what would change. */
interface About {
  readonly client: string
  readonly isTest: boolean
  readonly page_url: string
  readonly shared: boolean
  readonly undo: UndoOf
}

/** The question to the person whose client asks: what would be done, record by record, the money that moves, and where to look at it. */
export const questionOf = (
  { changes, effects, money: sums, names, summary }: ConsentPreview, { client, isTest, page_url, shared, undo }: About
): string =>
  [
    line(`${client} wants to do this: ${summary}`),
    ...isTest && shared ? [CHANGES_REAL_RECORDS] : [],
    "",
    ...changes.length === 0 ? ["No record would change."] : some(changes.map(lineOf(names)), MOST_RECORDS, "records"),
    ...effects.map(({ workflow }) => `- outside: ${workflow} would be started`),
    "",
    sums.length === 0 ? "No money moves." : `Money that moves: ${sums.map((sum) => money(sum)).join(" and ")}.`,
    undoText(undo),
    `The page: ${page_url}`
  ].join("\n")
