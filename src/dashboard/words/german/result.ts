import type { english } from "../english/words.ts"

export const result: typeof english.result = {
  nothing: "Zu diesen Tagen gibt es nichts zu berichten.",
  before: "vorher",
  asTable: "Als Tabelle"
}
