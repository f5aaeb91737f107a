import type { english } from "../english/words.ts"

export const audit: typeof english.audit = {
  nobody: "niemand war angemeldet",
  receipt: (number) => ["Beleg ", number],
  sealing: "wird versiegelt",
  title: "Protokoll",
  operation: "Vorgang",
  none: "Dergleichen ist nicht geschehen.",
  noneHelp: "Hier steht, wer sich anmeldet, welche Schlüssel erstellt werden und wer Mitglied wird."
}
