import type { english } from "../english/words.ts"

export const company: typeof english.company = {
  irreversible: "Was sich nicht rückgängig machen lässt und was Geld bewegt",
  always: "Alles, was eine Freigabe braucht",
  save: "Speichern",
  onPage: "Freigabe nur auf der Seite, angemeldet",
  onPageHelp: "Der Rest kann auch in einer verbundenen App freigegeben werden, die ihren Benutzer fragt. Ein Programm kann diese Antwort anstelle des Benutzers geben.",
  protect: "Testschlüsseln verweigern, was gemeinsame Datensätze von Live- und Testschlüsseln zerstört",
  title: "Unternehmen",
  saved: "Gespeichert.",
  approvals: "Freigaben und Testschlüssel",
  shared: "Was der Testmodus mit dem Live-Modus teilt"
}
