import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const consentPage: typeof english.consentPage = {
  steps: "Schritte",
  byItself: ", von selbst",
  approvedAlready: (call) => html`<p class="faint">Dies ist freigegeben; es gibt nichts mehr zu entscheiden. Wer gefragt hat, erhält die Bestätigung über ${call}, einmal und solange sie gilt, und macht damit den Aufruf.</p>`,
  ownKey: "Diese Sitzung nutzt den Schlüssel, der gefragt hat; er kann nicht über seinen eigenen Aufruf entscheiden. Melden Sie sich mit einem anderen an.",
  reasonLabel: "Grund, für die anfragende Stelle",
  decision: "Ihre Entscheidung",
  approve: "Freigeben",
  reject: "Ablehnen",
  consents: "Freigaben",
  changesReal: "Es wurde mit einem Testschlüssel angefragt und ändert Ihre echten Datensätze: Live- und Testschlüssel teilen sie.",
  state: "Status",
  operation: "Vorgang",
  undo: "Rückgängig",
  askedBy: "Angefragt von",
  session: "Sitzung",
  asked: "Angefragt",
  ends: "Endet",
  wouldEnd: "Hätte geendet",
  reason: "Grund",
  sent: "Was mit dem Aufruf gesendet wurde",
  sendWith: (secret) => html`<span>Ihr Aufruf ist freigegeben. Senden Sie diese Bestätigung mit: ${secret}</span>`,
  rejected: "Abgelehnt. Wer gefragt hat, kann Ihren Grund lesen.",
  repeats: (minutes) => `Freigegeben. Der Agent wiederholt einfach denselben Aufruf innerhalb von ${minutes} Minuten, und es wird getan.`,
  approved: (call, until, secret) => html`<span>Freigegeben. Der anfragende Schlüssel holt die Bestätigung selbst ab, über ${call}. Wo er es nicht kann, geben Sie diese weiter; sie wird nur einmal gezeigt und gilt für genau diesen Aufruf bis ${until}. ${secret}</span>`
}
