import { html, type Node } from "../html.ts"
import { badge, type Tone } from "./badge.ts"
import { NONE } from "./time.ts"

type Facts = Readonly<Record<string, unknown>> | null

/** One record before and after. */
export interface Changed {
  readonly object: string
  readonly id: number | null
  readonly before: Facts
  readonly after: Facts
}

const actions: Readonly<Record<"create" | "change" | "remove", readonly [word: string, tone: Tone]>> = {
  create: ["made", "good"],
  change: ["changed", "busy"],
  remove: ["removed", "bad"]
}

const actionOf = ({ after, before }: Changed) => actions[before === null ? "create" : after === null ? "remove" : "change"]

/** A value of a record in one line. */
export const told = (value: unknown): Node =>
  value === null || value === undefined || value === ""
    ? NONE
    : typeof value === "string"
    ? value
    : Array.isArray(value) && value.every((one) => typeof one !== "object")
    ? value.length === 0 ? NONE : value.join(", ")
    : typeof value === "object"
    ? html`<code>${JSON.stringify(value)}</code>`
    : String(value)

const isNothing = (value: unknown) => value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)

const fieldsOf = ({ after, before }: Changed) => [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]

const nameOf = ({ id, object }: Changed) => `${object.replaceAll("_", " ")}${id === null ? "" : ` ${id}`}`

/** Of what was made or removed the fields that hold nothing say nothing. */
const rowsOf = (change: Changed) =>
  fieldsOf(change)
    .map((field) => ({ field, before: change.before?.[field], after: change.after?.[field] }))
    .filter(({ after, before }) => !(isNothing(before) && isNothing(after)))

const both = (change: Changed, title: string) => html`
  <table class="rows diff">
    <caption class="unseen">${title}</caption>
    <thead><tr>
      <th scope="col">Field</th>
      ${change.before !== null && html`<th scope="col">${change.after === null ? "Value" : "Before"}</th>`}
      ${change.after !== null && html`<th scope="col">${change.before === null ? "Value" : "After"}</th>`}
    </tr></thead>
    <tbody>
      ${rowsOf(change).map(({ after, before, field }) => html`
        <tr>
          <th scope="row">${field.replaceAll("_", " ")}</th>
          ${change.before !== null && html`<td data-label=${change.after === null ? "Value" : "Before"} class="before"><span>${told(before)}</span></td>`}
          ${change.after !== null && html`<td data-label=${change.before === null ? "Value" : "After"} class="after"><span>${told(after)}</span></td>`}
        </tr>`)}
    </tbody>
  </table>`

/** What happened, or would, to one record: field by field. */
export const difference = (change: Changed, level: "h3" | "h4" = "h3"): Node => {
  const [word, tone] = actionOf(change)
  const title = nameOf(change)
  return html`
    <section class="change">
      <${level}>${title} ${badge(word, tone)}<//>
      ${rowsOf(change).length > 0 && both(change, `${title}, ${word}`)}
    </section>`
}

const prints = new Map<string, Intl.NumberFormat>()

/** An amount in the currency's smallest unit, as people write it. */
export const money = (amount: number, currency: string): string => {
  const print = prints.get(currency) ?? new Intl.NumberFormat("en", { style: "currency", currency })
  prints.set(currency, print)
  return print.format(amount / 10 ** print.resolvedOptions().maximumFractionDigits!)
}
