import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const stepUp: typeof english.stepUp = {
  title: "Sind Sie es?",
  go: "Weiter",
  leave: "So lassen",
  about: (button) => html`<p>Sie sind dabei, etwas Wichtiges zu tun: <strong>${button}</strong>. Zeigen Sie zuerst, dass Sie es noch sind.</p>`
}
