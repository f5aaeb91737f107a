import type { Translations } from "../../../translations.ts"

export const company: Translations = {
  "Get the company's settings": "Einstellungen des Unternehmens",
  "Change the company's settings": "Einstellungen des Unternehmens ändern",
  "Get the record of processing": "Verzeichnis der Verarbeitungstätigkeiten",
  "Change the company's tier": "Tarif des Unternehmens ändern",
  "List industry templates": "Branchenvorlagen",
  "Fill the company with an industry's first records": "Unternehmen mit ersten Datensätzen einer Branche füllen",
  "List hosts": "Hostnamen",
  "Add a host": "Hostnamen hinzufügen",
  "Check a host": "Hostnamen prüfen",
  "Remove a host": "Hostnamen entfernen"
}
