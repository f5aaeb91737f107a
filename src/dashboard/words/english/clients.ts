import { html, type Node } from "../../html.ts"

export const clients = {
  thisService: "this service",
  itself: "registered itself; nobody vouches for the name",
  label: "Connected tool clients, newest first",
  none: "No client is connected.",
  noneHelp: (address: Node): Node => html`<span>Connect one from inside of it: give it the address <code>${address}</code>, and it leads you back here to agree.</span>`,
  client: "Client",
  from: "From",
  actsFor: "Acts for",
  may: "May",
  things: (count: number): Node => count === 1 ? "1 thing" : `${count} things`,
  usedLast: "Used last",
  connected: "Connected",
  cutOff: "Cut it off",
  revoked: "The client is cut off. It can do nothing any more.",
  title: "Connected clients",
  intro: "Assistants and other tools that act for a member. Each acts on this company only, and never does more than its member may.",
  revoke: "Revoke",
  question: "Cut this client off?",
  follows: "It can do nothing any more from then on. To come back it has to be connected again."
}
