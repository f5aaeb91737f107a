import type { english } from "../english/words.ts"

export const campaigns: typeof english.campaigns = {
  title: "Kampagnen per SMS",
  new: "Neue Kampagne",
  state: "Status",
  any: "alle",
  label: "Kampagnen, neueste zuerst",
  none: "Es gibt noch keine Kampagne.",
  noneHelp: "Eine Kampagne schreibt den Kontakten eines Segments; wie sie läuft, steht hier.",
  noneLike: "Keine Kampagne entspricht dem.",
  all: "Alle Kampagnen",
  campaign: "Kampagne",
  purpose: "Zweck",
  from: "Von",
  made: "Erstellt",
  ended: "Beendet"
}
