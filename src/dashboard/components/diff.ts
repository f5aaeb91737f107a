import { html, type Node } from "../html.ts"
import { badge, NONE, type Tone } from "./elements.ts"
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

export const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u.test(text)

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

/** How records are told to people, by their kinds: what they and their fields are called, and what these hold. */
export interface Tell {
  readonly object: (object: string) => Text
  readonly title: (object: string, id: number | null, name: string | null | undefined) => Text
  readonly field: (object: string, field: string) => Text
  readonly value: (held: { readonly object: string; readonly facts: NonNullable<Facts>; readonly field: string; readonly zone: string; readonly names: Names }) => Node
}

/** Of what was made or removed the fields that hold nothing say nothing. */
const rowsOf = (change: Changed) =>
  fieldsOf(change)
    .filter((field) => !(isNothing(change.before?.[field]) && isNothing(change.after?.[field])))

interface Shown {
  readonly zone: string
  readonly change: Changed
  readonly names: Names
  readonly tell: Tell
}

const sides = { before: w.before, after: w.after } as const

const fields = ({ change, names, tell, zone }: Shown, title: Node) => {
  const shown = (["before", "after"] as const).filter((side) => change[side] !== null)
  const valueIn = (facts: Facts, field: string) => facts === null || isNothing(facts[field]) ? NONE : tell.value({ object: change.object, facts, field, zone, names })
  const titleOf = (side: keyof typeof sides) => shown.length === 1 ? w.value : sides[side]
  return inWords((words) => html`
    <table class=${`rows diff${shown.length === 1 ? " single" : ""}`}>
      <caption class="unseen">${title}</caption>
      <thead><tr><th scope="col">${w.field}</th>${shown.map((side) => html`<th scope="col">${titleOf(side)}</th>`)}</tr></thead>
      <tbody>
        ${rowsOf(change).map((field) => html`
          <tr>
            <th scope="row">${tell.field(change.object, field)}</th>
            ${shown.map((side) => html`
              <td data-label=${textIn(words, titleOf(side))} class=${shown.length === 2 ? side : undefined}><span>${valueIn(change[side], field)}</span></td>`)}
          </tr>`)}
      </tbody>
    </table>`)
}

/** What happened, or would, to one record: field by field. */
export const difference = (shown: Shown): Node => {
  const { change, tell } = shown
  const [word, tone] = actionOf(change)
  const title = tell.title(change.object, change.id, change.name)
  return html`
    <section class="change">
      <h3>${title} ${badge(word, tone)}</h3>
      ${rowsOf(change).length > 0 && fields(shown, [title, ", ", word])}
    </section>`
}

/** The same, unfolded on demand where it is all of a record; `action` says what it was where that does not follow from the two sides. */
export const folded = (shown: Shown, action: Action = actionOf(shown.change)): Node => {
  const { change, tell } = shown
  if (change.before !== null && change.after !== null) return difference(shown)
  const [word, tone] = action
  const title = tell.title(change.object, change.id, change.name)
  return html`
    <details class="change">
      <summary>${title} ${badge(word, tone)}</summary>
      ${fields(shown, [title, ", ", word])}
    </details>`
}
