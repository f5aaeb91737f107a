import { html, type Node } from "../html.ts"
import { badge, NONE, type Tone } from "./elements.ts"
import { money } from "./locale.ts"
import { time } from "./time.ts"
import { inWords, spoken, textIn, type Text } from "../words/spoken.ts"

const w = spoken("diff")

type Facts = Readonly<Record<string, unknown>> | null

/** One record before and after. */
export interface Changed {
  readonly object: string
  readonly id: number | null
  /** What people call it, where that is known. */
  readonly name?: string | null
  readonly before: Facts
  readonly after: Facts
}

/** What was done to a record, in a word and its colour. */
export type Action = readonly [word: Text, tone: Tone]

const actions: Readonly<Record<"create" | "change" | "remove", Action>> = {
  create: [w.made, "good"],
  change: [w.changed, "busy"],
  remove: [w.removed, "bad"]
}

const actionOf = ({ after, before }: Changed) => actions[before === null ? "create" : after === null ? "remove" : "change"]

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u.test(text)

const isScalar = (value: unknown) => typeof value !== "object" || value === null

const isFlat = (value: unknown): value is Readonly<Record<string, unknown>> =>
  !isScalar(value) && !Array.isArray(value) && Object.values(value as object).every(isScalar)

const scalar = (zone: string, value: unknown): Node => typeof value === "string" && isInstant(value) ? time(zone, value) : String(value)

const withCommas = (parts: ReadonlyArray<Node>): Node => parts.map((part, n) => [n > 0 && ", ", part])

/** `agent ada, mode supervised` */
const listed = (zone: string, value: Readonly<Record<string, unknown>>): Node =>
  withCommas(Object.entries(value).filter(([, one]) => !isNothing(one)).map(([name, one]) => [`${name.replaceAll("_", " ")} `, scalar(zone, one)]))

/** A value of a record in one line. */
export const valueNode = (zone: string, value: unknown): Node =>
  isNothing(value)
    ? NONE
    : isScalar(value)
    ? scalar(zone, value)
    : Array.isArray(value) && value.every(isScalar)
    ? withCommas(value.map((one) => scalar(zone, one)))
    : isFlat(value)
    ? listed(zone, value)
    : html`<code>${JSON.stringify(value)}</code>`

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === "" || (typeof value === "object" && Object.keys(value).length === 0)

/** What a record says of itself rather than of its object comes last. */
export const bookkeeping = ["version", "created_at", "updated_at", "deleted_at"]

const fieldsOf = ({ after, before }: Changed) => {
  const all = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((field) => field !== "id")
  return [...all.filter((field) => !bookkeeping.includes(field)), ...bookkeeping.filter((field) => all.includes(field))]
}

/** What people call records that fields name, by field and id. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

const NO_NAMES: Names = {}

const nameOf = ({ id, name, object }: Changed) => `${object.replaceAll("_", " ")}${id === null ? "" : ` ${id}`}${name ? `: ${name}` : ""}`

/** An amount is money where the record says of what currency. */
const fieldNode = (zone: string, facts: Facts, field: string, names: Names): Node => {
  const value = facts?.[field]
  const known = names[field.replace(/_ids$/u, "_id")]
  if (known !== undefined && Array.isArray(value)) return value.map((id) => known[String(id)] ?? id).join(", ")
  const named = known?.[String(value)]
  if (named !== undefined) return named
  const currency = facts?.["currency"]
  const isMoney = field === "amount" && typeof value === "number" && typeof currency === "string" && /^[A-Z]{3}$/u.test(currency)
  return isMoney ? money(value, currency) : valueNode(zone, value)
}

/** Of what was made or removed the fields that hold nothing say nothing. */
const rowsOf = (change: Changed) =>
  fieldsOf(change)
    .filter((field) => !(isNothing(change.before?.[field]) && isNothing(change.after?.[field])))

const sides = { before: w.before, after: w.after } as const

const fields = (zone: string, change: Changed, title: Node, names: Names) => {
  const shown = (["before", "after"] as const).filter((side) => change[side] !== null)
  const titleOf = (side: keyof typeof sides) => shown.length === 1 ? w.value : sides[side]
  return inWords((words) => html`
    <table class=${`rows diff${shown.length === 1 ? " single" : ""}`}>
      <caption class="unseen">${title}</caption>
      <thead><tr><th scope="col">${w.field}</th>${shown.map((side) => html`<th scope="col">${titleOf(side)}</th>`)}</tr></thead>
      <tbody>
        ${rowsOf(change).map((field) => html`
          <tr>
            <th scope="row">${field.replaceAll("_", " ")}</th>
            ${shown.map((side) => html`
              <td data-label=${textIn(words, titleOf(side))} class=${shown.length === 2 ? side : undefined}><span>${fieldNode(zone, change[side], field, names)}</span></td>`)}
          </tr>`)}
      </tbody>
    </table>`)
}

/** What happened, or would, to one record: field by field. */
export const difference = (zone: string, change: Changed, names: Names = NO_NAMES): Node => {
  const [word, tone] = actionOf(change)
  const title = nameOf(change)
  return html`
    <section class="change">
      <h3>${title} ${badge(word, tone)}</h3>
      ${rowsOf(change).length > 0 && fields(zone, change, [title, ", ", word], names)}
    </section>`
}

/** The same, unfolded on demand where it is all of a record; `action` says what it was where that does not follow from the two sides. */
export const folded = (zone: string, change: Changed, names: Names = NO_NAMES, action: Action = actionOf(change)): Node => {
  if (change.before !== null && change.after !== null) return difference(zone, change, names)
  const [word, tone] = action
  const title = nameOf(change)
  return html`
    <details class="change">
      <summary>${title} ${badge(word, tone)}</summary>
      ${fields(zone, change, [title, ", ", word], names)}
    </details>`
}
