import type { Translations } from "../../../translations.ts"

export const integrations: Translations = {
  Authorization: "Autorisierung",
  Needs: "Benötigt",
  Means: "Bedeutung",
  Reads: "Liest",
  Writes: "Schreibt",
  Theirs: "Dortiges Feld",
  Ours: "Hiesiges Feld",
  Conflict: "Konflikt",
  "Authorization url": "Adresse der Autorisierung",
  "Connected at": "Verbunden",
  "Client secret": "Geheimnis des Clients",
  "Secret address": "Geheime Adresse",
  Undoes: "Nimmt zurück",
  Undone: "Zurückgenommen",
  Skipped: "Übersprungen",
  Remote: "Gegenstück",
  Record: "Datensatz",
  "Error description": "Beschreibung des Fehlers",
  Iss: "Aussteller",
  RealmId: "Realm"
}
