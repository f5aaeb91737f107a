import type { Translations } from "../../translations.ts"

/** Titles of categories. */
export const categories: Translations = {
  CRM: "CRM",
  Agents: "Agenten",
  "Auth and security": "Anmeldung und Sicherheit",
  Workflows: "Abläufe",
  Webhooks: "Webhooks",
  Company: "Unternehmen",
  Messages: "Nachrichten",
  Payments: "Zahlungen",
  Shop: "Shop",
  Calendar: "Kalender",
  Website: "Website",
  "Knowledge base": "Wissensdatenbank",
  "AI and chat": "KI und Chat",
  Analytics: "Auswertungen",
  Integrations: "Integrationen"
}
