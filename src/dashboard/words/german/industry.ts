import type { english } from "../english/words.ts"

export const industry: typeof english.industry = {
  opening: "Öffnungszeiten",
  resource: "Räume und Ausstattung",
  service: "Was gebucht werden kann (noch nicht online)",
  product: "Produkte (Entwürfe mit Beispielpreisen)",
  collection: "Produktkollektionen",
  location: "Wo Bestand liegt",
  pipeline: "Wege zum Verkauf",
  customField: "Felder von Kontakten",
  segment: "Kontaktsegmente",
  smsTemplate: "SMS an Kunden",
  kbEntry: "Wissensdatenbank",
  getStarted: "Erste Schritte",
  there: "(schon vorhanden, bleibt, wie es ist)",
  fill: "Das Unternehmen mit ersten Datensätzen füllen",
  choose: "Wählen Sie, was am nächsten kommt. Zuerst wird gezeigt, was angelegt würde; was da ist, bleibt, wie es ist.",
  nothingShown: "Besuchern wird davon noch nichts gezeigt, außer Antworten der Wissensdatenbank, die keine eigene Angabe brauchen. Entfernen Sie das Häkchen bei dem, was Sie nicht möchten.",
  make: "Anlegen",
  firstRecords: "Erste Datensätze",
  allThere: "Nichts wurde angelegt: Alles war schon da.",
  made: (count) => `${count} Datensätze wurden angelegt.`,
  already: "War schon da",
  leftOut: "Ausgelassen",
  toOverview: "Zur Übersicht"
}
