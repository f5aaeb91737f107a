import { html, type Node } from "../../html.ts"

export const integrations = {
  planned: "planned",
  suites: "Workspace suites",
  accounting: "Accounting",
  social: "Social",
  processors: "Payment processors",
  teamChats: "Team chats",
  mailing: "Mailing",
  data: "Data",
  system: "System",
  state: "State",
  account: "Account",
  does: "What it does",
  lastSynced: "Last synced",
  title: "Integrations",
  disconnected: "It is disconnected, and its credentials are forgotten.",
  intro: (): Node => html`<p>The other systems that the company can be connected to. The books come as files for accounting programs too: <code>GET /api/v1/integrations/accounting/export</code>.</p>`
}
