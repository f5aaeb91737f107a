import { html, type Node } from "../../html.ts"

export const consentPage = {
  steps: "Steps",
  byItself: ", by itself",
  approvedAlready: (call: Node): Node => html`<p class="faint">This is approved; there is nothing left to decide. Whoever asked gets the confirmation from ${call}, once and as long as it is good, and makes the call with it.</p>`,
  ownKey: "This session uses the key that asked, which cannot decide on its own call. Sign in with another.",
  reasonLabel: "Reason, for whoever asked",
  decision: "Your decision",
  approve: "Approve",
  reject: "Reject",
  consents: "Consents",
  changesReal: "It was asked for with a test key, and changes your real records: live and test keys share them.",
  state: "State",
  operation: "Operation",
  undo: "Undo",
  askedBy: "Asked by",
  session: "Session",
  asked: "Asked",
  ends: "Ends",
  wouldEnd: "Would have ended",
  reason: "Reason",
  sent: "What was sent with the call",
  sendWith: (secret: Node): Node => html`<span>Your call is approved. Send this confirmation with it: ${secret}</span>`,
  rejected: "Rejected. Whoever asked can read your reason.",
  repeats: (minutes: number): Node => `Approved. The agent just makes the same call again, within ${minutes} minutes, and it is done.`,
  approved: (call: Node, until: Node, secret: Node): Node => html`<span>Approved. The key that asked collects the confirmation itself, from ${call}. Where it cannot, hand this one over; it is shown this once, and good for the very same call until ${until}. ${secret}</span>`
}
