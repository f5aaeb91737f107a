import { html, type Node } from "../../html.ts"

export const brief = {
  label: "Today, beside yesterday and last week at the same time of day",
  what: "What",
  today: "Today",
  yesterday: "Yesterday",
  lastWeek: "Last week",
  counts: "What it counts",
  explained: "explained",
  inCurrency: (title: Node, currency: Node): Node => [title, " in ", currency],
  asOf: (time: Node): Node => html`<p class="faint">As of ${time}, beside the same time of day yesterday and a week ago.</p>`
}
