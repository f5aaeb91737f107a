import { html, type Node } from "../../html.ts"

export const writtenEmail = {
  unsent: (read: Node): Node => html`<span>No mail server is set up here (<code>SMTP_URL</code>), so that nobody gets it: ${read}.</span>`,
  read: "read the e-mail",
  noPage: "There is no such page",
  nothing: "Nothing is at this address.",
  noEmail: "There is no such e-mail",
  noEmailHelp: "Look again in a moment. This browser reads only what it asked for itself, and no e-mail with a link to a new password.",
  to: (address: Node, file: Node): Node => html`<p class="faint">To ${address}. It was not sent, and is in <code>${file}</code>.</p>`
}
