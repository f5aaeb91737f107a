import { html, type Node } from "../../html.ts"

export const stepUp = {
  title: "Is it you?",
  go: "Go on",
  leave: "Leave it as it is",
  about: (button: string): Node => html`<p>You are about to do something that matters: <strong>${button.toLowerCase()}</strong>. Show first that it is still you.</p>`
}
