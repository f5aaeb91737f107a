import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const webhooks: typeof english.webhooks = {
  switchedOff: "abgeschaltet",
  gone: "nicht mehr da",
  failedFive: "fünf Tage lang fehlgeschlagen",
  off: "aus",
  failing: "fehlerhaft",
  well: "in Ordnung",
  endpoint: "Endpunkt",
  health: "Zustand",
  events: "Ereignisse",
  description: "Beschreibung",
  failingSince: "Fehlerhaft seit",
  title: "Webhooks",
  label: "Endpunkte, die Ereignisse erhalten",
  none: "Kein Endpunkt erhält Ereignisse.",
  noneHelp: () => html`<span>Legen Sie einen mit <code>POST /api/v1/webhooks</code> an; was ihm gesendet wird und was er antwortet, steht hier.</span>`
}
