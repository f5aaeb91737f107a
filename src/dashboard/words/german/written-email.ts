import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const writtenEmail: typeof english.writtenEmail = {
  unsent: (read) => html`<span>Hier ist kein Mailserver eingerichtet (<code>SMTP_URL</code>), sodass niemand sie erhält: ${read}.</span>`,
  read: "E-Mail lesen",
  noPage: "Diese Seite gibt es nicht",
  nothing: "Unter dieser Adresse ist nichts.",
  noEmail: "Diese E-Mail gibt es nicht",
  noEmailHelp: "Sehen Sie gleich noch einmal nach. Dieser Browser liest nur, was er selbst angefordert hat, und keine E-Mail mit einem Link zu einem neuen Passwort.",
  to: (address, file) => html`<p class="faint">An ${address}. Sie wurde nicht gesendet und liegt in <code>${file}</code>.</p>`
}
