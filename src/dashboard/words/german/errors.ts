import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const errors: typeof english.errors = {
  invalid: "Das versteht diese Seite nicht",
  incomplete: "Die Adresse ist unvollständig",
  expensive: "Das dauert zu lange",
  notFound: "Nicht gefunden",
  forbidden: "Das ist für Sie nicht zugänglich",
  signedOut: "Sie sind nicht mehr angemeldet",
  conflict: "Das geht nicht mehr",
  confirmation: "Zuerst muss jemand zustimmen",
  changed: "Es wurde inzwischen geändert",
  tooMany: "Zu viele Anfragen",
  away: "Die Datenbank ist nicht erreichbar",
  notAllowed: "Etwas in der Adresse oder im Formular ist nicht zulässig.",
  failed: "Das war nicht möglich",
  plan: "Ihr Tarif enthält das nicht",
  unread: "Das konnte nicht gelesen werden.",
  comesWith: (tier) => ["Das ist im Tarif ", tier, " enthalten."],
  tryAgain: "Versuchen Sie es bald noch einmal.",
  broken: "Bei uns ist etwas schiefgegangen",
  logged: "Die Ursache steht unter der Anfrage in unserem Protokoll.",
  request: (id) => html`<span class="faint">Anfrage <code>${id}</code></span>`,
  moment: "Einen Moment",
  goOn: "Weiter",
  foreign: "Dieses Formular gehört nicht zu dieser Sitzung",
  foreignHelp: "Es wurde nichts getan. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal: Ein Formular wird nur von der Adresse seiner eigenen Seite angenommen.",
  noPage: "Diese Seite gibt es nicht",
  nothingHere: "Unter dieser Adresse ist nichts."
}
