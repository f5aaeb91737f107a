import type { english } from "../english/words.ts"

export const figure: typeof english.figure = {
  label: "Die ersten zehn Zeilen, die neueste zuerst",
  none: (rows) => ["Derzeit gibt es keine: ", rows, "."],
  what: "Was",
  number2: (id) => ["Nummer ", id],
  when: "Wann",
  number: "Nummer",
  amount: "Betrag",
  rows: " Zeilen: ",
  noSuch: "Diese Kennzahl gibt es nicht",
  nothing: "Unter dieser Adresse ist nichts.",
  overview: "Übersicht",
  asOf: "Stand",
  howMany: "Wie viele",
  countedFrom: "Gezählt aus",
  inApi: "In der API"
}
