import { html, type Node } from "../../html.ts"

export const invitation = {
  joinNew: "Join with a new account",
  name: "Your name",
  password: "Password",
  joinKnown: "Join with my account",
  knownIntro: "Sign in as whom the e-mail was sent to, to join the company.",
  noAccount: "I have no account yet",
  newIntro: "Choose a name and a password, and you are a member.",
  haveAccount: "I have an account",
  over: "This invitation is over: it was accepted, withdrawn or sent again, its time has passed, or the link is not whole. Copy all of the link from the e-mail into the address line, or ask whoever invited you for another.",
  joinSome: "Join a company",
  join: (company: string): Node => `Join ${company}`,
  invited: (company: Node, email: Node, role: Node): Node => html`<p>${company} invited ${email} as ${role}.</p>`
}
