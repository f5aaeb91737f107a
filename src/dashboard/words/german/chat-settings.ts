import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const chatSettings: typeof english.chatSettings = {
  save: "Speichern",
  visitors: "Besucher der Website des Unternehmens dürfen fragen",
  greeting: "Was er zuerst sagt",
  unknown: "Was er sagt, wenn nichts passt",
  unknownHelp: "Er erfindet nichts: Wo die Wissensdatenbank keine Antwort hat, sagt er dies.",
  tone: "Wie das Unternehmen spricht",
  toneHelp: "„Freundlich und kurz.“ Das geht mit jeder Frage an ein Modell.",
  models: "Modelle",
  modelsHelp: "Je Zeile eines, etwa openai/gpt-4.1-mini: Wo eines ausfällt, antwortet das nächste. Leer: die dieser Installation.",
  conversationTokens: "KI-Token einer Unterhaltung am Tag",
  visitorTokens: "KI-Token der Besucher einer Netzwerkadresse am Tag",
  used: "Diesen Monat verbraucht",
  setAside: (count) => [", ", count, " weitere vorgemerkt"],
  ofPlan: "Vom Tarif",
  noLimit: "unbegrenzt",
  left: "Übrig",
  back: "Sie kommen zurück",
  onSite: "Auf Ihrer Website",
  putLine: (origin) => html`<p>Setzen Sie diese Zeile in eine beliebige Seite, mit einem öffentlichen Schlüssel, der die Herkunft der Seite nennt. Das Skript kommt von hier und fragt sonst niemanden; eine Content-Security-Policy muss <code>${origin}</code> in <code>script-src</code> und <code>connect-src</code> erlauben.</p>`,
  siteHas: () => html`<p>Ihre Website hier hat ihn unter <code>/chat</code>, auch ohne Skript.</p>`,
  title: "So antwortet der Chat",
  saved: "Gespeichert.",
  aiTokens: "KI-Token"
}
