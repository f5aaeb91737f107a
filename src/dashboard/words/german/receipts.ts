import type { english } from "../english/words.ts"

export const receipts: typeof english.receipts = {
  for: (name) => ["für ", name],
  visitor: (name) => ["vom Besucher ", name],
  session: (link) => ["Sitzung ", link],
  consent: (id) => ["Freigabe ", id],
  standing: "Dauerfreigabe des Inhabers",
  title: "Belege",
  ofSession: (session) => `Sitzung ${session}`,
  sessionLabel: "Sitzung",
  agent: "Agent",
  operation: "Vorgang",
  none: "Keine Belege.",
  noneHelp: "Jede Änderung über die API hinterlässt einen: was sich änderte, mit welchem Schlüssel und für wen.",
  byAgent: (agent, mode?) => ["vom Agenten ", agent, mode !== undefined && ` (${mode})`]
}
