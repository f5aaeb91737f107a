import type { english } from "../english/words.ts"

export const areas: typeof english.areas = {
  crm: "Kontakte, Firmen, Verkaufschancen und Aufgaben",
  payments: "Bestellungen, Rechnungen und Zahlungen",
  calendar: "Kalender und Buchungen",
  cms: "Seiten und Beiträge der Website",
  shop: "Shop, Bestand und Lieferungen",
  kb: "Wissensdatenbank",
  analytics: "Kennzahlen und Berichte",
  ai: "Chats und Inhalte der Assistenten",
  messages: "Anrufe und SMS",
  integrations: "Verbindungen zu anderen Diensten",
  webhooks: "Webhooks",
  agents: "Freigabeanfragen und Werkzeuge",
  audit: "Das Protokoll, wer was getan hat",
  workflows: "Automatische Arbeit"
}
