import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const consents: typeof english.consents = {
  choose: (summary) => "Auswählen: " + summary,
  rejectChosen: "Ausgewählte ablehnen",
  reason: "Grund, für die anfragende Stelle",
  approveChosen: "Ausgewählte freigeben",
  what: "Was",
  state: "Status",
  askedBy: "Angefragt von",
  asked: "Angefragt",
  ends: "Endet",
  none: "Niemand wartet auf Sie.",
  noneHelp: "Wenn ein Agent um etwas bittet, dem eine Person zustimmen muss, steht es hier, mit dem, was es ändern würde.",
  waiting: "wartend",
  anybody: "alle",
  labelWaiting: "Freigaben, die auf eine Person warten, neueste zuerst",
  label: "Freigaben, neueste zuerst",
  noSuch: "Eine solche Freigabe gibt es nicht.",
  someShown: (count, total, proposed, previewed) => [`${count} von ${total} wartenden; die übrigen stehen unter `, proposed, " und ", previewed, "."],
  title: "Freigaben",
  approved: (count) => `${count === 1 ? "1 Freigabe wurde" : `${count} Freigaben wurden`} erteilt. Wer gefragt hat, holt die Bestätigung ab oder wiederholt den Aufruf.`,
  rejected: (count) => `${count === 1 ? "1 Freigabe wurde" : `${count} Freigaben wurden`} abgelehnt.`,
  failed: (id, why) => html`<span>Freigabe ${id}: ${why} </span>`,
  notDecided: "die Entscheidung war nicht möglich",
  chooseOne: "Wählen Sie mindestens eine aus.",
  someFailed: "Über einige konnte nicht entschieden werden."
}
