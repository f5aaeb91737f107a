import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const preview: typeof english.preview = {
  and: "und",
  none: "Es wird kein Geld bewegt.",
  moves: (sums) => ["Bewegtes Geld: ", sums, "."],
  title: "Was sich ändern würde",
  refused: "Der Aufruf würde derzeit abgelehnt.",
  nothing: "Kein Datensatz würde sich ändern.",
  outside: (workflow) => html`Nach außen: <code>${workflow}</code>`,
  started: "würde gestartet",
  given: (workflow) => `Was ${workflow} erhalten würde`
}
