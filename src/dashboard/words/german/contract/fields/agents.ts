import type { Translations } from "../../../translations.ts"

export const agents: Translations = {
  TierFloor: "Mindeststufe",
  Surfaces: "Oberflächen",
  Annotations: "Anmerkungen",
  ReadOnly: "Nur lesend",
  Destructive: "Zerstörend",
  Idempotent: "Wiederholbar",
  RequiresConsent: "Freigabe nötig",
  SharesRecords: "Gemeinsame Datensätze",
  Undo: "Rückgängig machen",
  By: "Durch",
  Keyed: "Mit Wiederholungsschlüssel",
  Curated: "Ausgewählt",
  Tools: "Werkzeuge",
  Iri: "IRI",
  InputSchema: "Eingabeschema",
  Endpoint: "Endpunkt",
  "Preview url": "Adresse der Vorschau",
  "Approve url": "Adresse der Erteilung",
  "Page url": "Adresse der Seite",
  Shared: "Gemeinsam",
  Names: "Namen",
  Money: "Geld",
  Effects: "Wirkungen",
  Refusal: "Ablehnung"
}
