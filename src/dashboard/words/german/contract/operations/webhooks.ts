import type { Translations } from "../../../translations.ts"

export const webhooks: Translations = {
  "Add a webhook": "Webhook anlegen",
  "List webhooks": "Webhooks",
  "Get a webhook": "Webhook",
  "Change a webhook": "Webhook ändern",
  "Delete a webhook": "Webhook löschen",
  "Replace a webhook's secret": "Geheimnis eines Webhooks ersetzen",
  "List events": "Ereignisse",
  "List kinds of events": "Arten von Ereignissen",
  "List a webhook's deliveries": "Zustellungen eines Webhooks",
  "Send a delivery again": "Zustellung erneut senden",
  "Send a test event": "Testereignis senden",
  "Replay events": "Ereignisse erneut zustellen"
}
