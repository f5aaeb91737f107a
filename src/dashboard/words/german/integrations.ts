import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const integrations: typeof english.integrations = {
  planned: "geplant",
  suites: "Bürosuiten",
  accounting: "Buchhaltung",
  social: "Soziale Netze",
  processors: "Zahlungsanbieter",
  teamChats: "Team-Chats",
  mailing: "Mailing",
  data: "Daten",
  system: "System",
  state: "Status",
  account: "Konto",
  does: "Was sie tut",
  lastSynced: "Zuletzt abgeglichen",
  title: "Integrationen",
  disconnected: "Die Verbindung ist getrennt, und ihre Zugangsdaten sind vergessen.",
  intro: () => html`<p>Die anderen Systeme, mit denen das Unternehmen verbunden werden kann. Die Bücher gibt es auch als Dateien für Buchhaltungsprogramme: <code>GET /api/v1/integrations/accounting/export</code>.</p>`
}
