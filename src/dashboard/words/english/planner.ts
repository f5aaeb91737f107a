import type { Node } from "../../html.ts"

export const planner = {
  title: "Calendar",
  book: "Book an appointment",
  appointments: "Appointments",
  dayBefore: "The day before",
  weekBefore: "The week before",
  today: "Today",
  nextDay: "The next day",
  nextWeek: "The next week",
  shown: "Shown",
  week: "week",
  day: "day",
  dayField: "Day",
  with: "With",
  anybody: "anybody",
  nobody: "Nobody in particular",
  some: (shown: Node, total: Node): Node => ["The first ", shown, " of ", total, " are shown."]
}
