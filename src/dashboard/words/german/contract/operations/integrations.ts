import type { Translations } from "../../../translations.ts"

export const integrations: Translations = {
  "List integrations": "Integrationen",
  "Get an integration": "Integration",
  "Connect another system": "Anderes System verbinden",
  "Check an integration": "Integration prüfen",
  "Disconnect another system": "Anderes System trennen",
  "Bring another system in step": "Anderes System abgleichen",
  "List runs of an integration": "Läufe einer Integration",
  "List what a run touched": "Was ein Lauf verändert hat",
  "Take back a run": "Lauf zurücknehmen",
  "Export the books": "Buchhaltung exportieren",
  "Finish an authorization": "Autorisierung abschließen"
}
