import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const brief: typeof english.brief = {
  label: "Heute, neben gestern und letzter Woche zur selben Tageszeit",
  what: "Was",
  today: "Heute",
  yesterday: "Gestern",
  lastWeek: "Letzte Woche",
  counts: "Was gezählt wird",
  explained: "Erklärung",
  inCurrency: (title, currency) => [title, " in ", currency],
  asOf: (time) => html`<p class="faint">Stand ${time}, neben derselben Tageszeit gestern und vor einer Woche.</p>`
}
