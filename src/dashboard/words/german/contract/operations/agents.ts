import type { Translations } from "../../../translations.ts"

export const agents: Translations = {
  "List all verbs": "Alle Verben",
  "Get a company's public tools": "Öffentliche Werkzeuge eines Unternehmens",
  "Get my tools": "Meine Werkzeuge",
  "List consents": "Freigaben",
  "Get a consent": "Freigabe",
  "Preview a consent": "Freigabe in der Vorschau ansehen",
  "Approve a consent": "Freigabe erteilen",
  "Reject a consent": "Freigabe ablehnen",
  "List receipts": "Belege"
}
