import { html, type Node } from "../../html.ts"

export const frame = {
  publicName: "Business Platform",
  changeCompany: "Change the company",
  signOut: "Sign out",
  skip: "Skip to the content",
  documentation: "Documentation",
  tools: "Public tools",
  signedInWithKey: (label: Node, prefix: Node): Node => html`<span>Signed in with the key ${label} (<code>${prefix}…</code>).</span>`,
  signedInAs: (name: Node, email: Node, role: Node): Node => html`<span>Signed in as ${name} (${email}), ${role}.</span>`,
  timesIn: (zone: Node): Node => `Times are in ${zone}.`,
  shared: "Contacts, deals, products, pages and the like are the real ones in test mode too.",
  shortcut: (): Node => html`Press <kbd>/</kbd> or <kbd>Ctrl</kbd> <kbd>K</kbd> to search everything.`
}
