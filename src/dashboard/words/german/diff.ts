import type { english } from "../english/words.ts"

export const diff: typeof english.diff = {
  made: "angelegt",
  changed: "geändert",
  removed: "entfernt",
  before: "Vorher",
  after: "Nachher",
  value: "Wert",
  field: "Feld"
}
