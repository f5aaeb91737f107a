import { type UndoOf, undoText } from "#schemas/kernel/consent"
import { html, type Node } from "../../html.ts"

export const consent = {
  leave: "Leave it as it is",
  others: (why: Node): Node => html`<p>This needs somebody else to agree. ${why}</p>`,
  ask: "Ask for approval",
  asked: (link: Node, why: Node): Node => html`<span>This needs a person to agree: ${link} was asked for. ${why} Whoever approves it gets a confirmation; enter it here.</span>`,
  consent: (id: Node): Node => ["consent ", id],
  confirmation: "Confirmation (cfm_…)",
  keyCannot: "The key that you signed in with cannot agree to its own call.",
  back: "Go back",
  undo: (undo: UndoOf): Node => undoText(undo),
  realInTest: "You are in test mode, but this changes your real records: live and test mode share them."
}
