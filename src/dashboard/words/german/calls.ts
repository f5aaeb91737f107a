import type { english } from "../english/words.ts"

export const calls: typeof english.calls = {
  title: "Anrufe",
  result: "Ergebnis",
  any: "alle",
  direction: "Richtung",
  both: "beide",
  label: "Anrufe, neueste zuerst",
  none: "Noch hat niemand angerufen.",
  noneHelp: "Hier stehen Anrufe an die und von den Nummern des Unternehmens, mit dem, was daraus wurde.",
  noneLike: "Kein Anruf entspricht dem.",
  all: "Alle Anrufe",
  with: "Mit",
  ownNumber: "Unsere Nummer",
  lasted: "Dauer",
  when: "Wann"
}
