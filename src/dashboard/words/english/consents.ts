import { html, type Node } from "../../html.ts"

export const consents = {
  choose: (summary: string): Node => "Choose: " + summary,
  rejectChosen: "Reject the chosen",
  reason: "Reason, for whoever asked",
  approveChosen: "Approve the chosen",
  what: "What",
  state: "State",
  askedBy: "Asked by",
  asked: "Asked",
  ends: "Ends",
  none: "Nobody waits for you.",
  noneHelp: "When an agent asks for something that needs a person's agreement, it stands here, with what it would change.",
  waiting: "waiting",
  anybody: "anybody",
  labelWaiting: "Consents that wait for a person, newest first",
  label: "Consents, newest first",
  noSuch: "There is no such consent.",
  someShown: (count: number, total: number, proposed: Node, previewed: Node): Node => [`${count} of ${total} that wait; the others stand under `, proposed, " and ", previewed, "."],
  title: "Consents",
  approved: (count: number): Node => `${count === 1 ? "1 consent was" : `${count} consents were`} approved. Whoever asked collects the confirmation, or makes the same call again.`,
  rejected: (count: number): Node => `${count === 1 ? "1 consent was" : `${count} consents were`} rejected.`,
  failed: (id: number, why: Node): Node => html`<span>Consent ${id}: ${why} </span>`,
  notDecided: "it could not be decided",
  chooseOne: "Choose at least one.",
  someFailed: "Some could not be decided."
}
