import type { Node } from "../../html.ts"
import type { english } from "../english/words.ts"

export const planner: typeof english.planner = {
  title: "Kalender",
  book: "Termin buchen",
  appointments: "Termine",
  dayBefore: "Tag davor",
  weekBefore: "Woche davor",
  today: "Heute",
  nextDay: "Tag danach",
  nextWeek: "Woche danach",
  shown: "Ansicht",
  week: "Woche",
  day: "Tag",
  dayField: "Tag",
  with: "Mit",
  anybody: "allen",
  nobody: "Niemand Bestimmtes",
  some: (shown: Node, total: Node): Node => ["Die ersten ", shown, " von ", total, " sind zu sehen."]
}
