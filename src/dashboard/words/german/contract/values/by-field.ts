import type { Translations } from "../../../translations.ts"

/** Words that mean something else as the values of these fields, or of those of one category. */
export const byField: Readonly<Record<string, Translations>> = {
  "calendar.status": { canceled: "abgesagt" },
  "payments.state": { canceled: "storniert" },
  "ai.kind": { call: "Aufruf" },
  chart: { none: "kein Diagramm" },
  compare: { none: "kein Vergleich" },
  season: { none: "keine Saison", added: "addiert" },
  trend: { none: "kein Trend" },
  action: { create: "anlegen" },
  made_by: { service: "Dienst" },
  purpose: { service: "Service" },
  outcome: { answered: "beantwortet" },
  measure: { unpaid: "Unbezahlt", refunded: "Erstattet", handed_over: "An Personen übergeben" },
  name: { unpaid: "Unbezahlt", refunded: "Erstattet", handed_over: "An Personen übergeben" },
  account: { cash: "Kasse und Bank" },
  direction: { read: "lesen" },
  by: { medium: "Medium" }
}
