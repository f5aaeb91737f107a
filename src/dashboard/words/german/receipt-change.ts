import type { english } from "../english/words.ts"

export const receiptChange: typeof english.receiptChange = {
  failed: "fehlgeschlagen",
  refused: "abgelehnt",
  changed: "geändert"
}
