import type { Translations } from "../../../translations.ts"

export const webhooks: Translations = {
  "Disabled at": "Ausgeschaltet",
  "Disabled reason": "Grund der Ausschaltung",
  "Failing since": "Fehlerhaft seit",
  "Previous secret until": "Vorheriges Geheimnis gilt bis",
  Health: "Gesundheit",
  "Success rate": "Erfolgsquote",
  Succeeded: "Erfolgreich",
  "Last success at": "Letzter Erfolg",
  "Last failure at": "Letzter Fehlschlag",
  "Last error": "Letzter Fehler",
  "After sequence": "Nach der laufenden Nummer",
  "Created until": "Angelegt bis",
  Timestamp: "Zeitstempel",
  "Api version": "API-Version",
  Schema: "Schema",
  Example: "Beispiel",
  Webhook: "Webhook",
  Cause: "Ursache",
  "Next attempt at": "Nächster Versuch",
  "Attempt count": "Anzahl der Versuche",
  "Latency ms": "Antwortzeit in ms"
}
