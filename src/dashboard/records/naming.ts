import { labelText } from "#schemas/kernel/phrase"
import type { RecordMeta } from "#schemas/kernel/record-meta"
import { phrased } from "../words/declared.ts"
import type { Text } from "../words/spoken.ts"
import { nameOf, type Row, shortened } from "./values.ts"

/** What records are called on pages. */
export type Naming = (row: Row, kind?: Text) => Text

/** What records of a kind are called: as their entity says it, or else by the field that names them best. */
export const namingOf = (meta: RecordMeta | null, category: string): Naming => {
  const label = meta?.label
  if (label === undefined) return nameOf
  return (row, kind) => {
    const called = label(row as never)
    if (labelText(called).trim() === "") return nameOf(row, kind)
    return typeof called === "string" ? shortened(called) : phrased(called, category)
  }
}
