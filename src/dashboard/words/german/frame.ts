import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const frame: typeof english.frame = {
  publicName: "Business Platform",
  changeCompany: "Unternehmen wechseln",
  signOut: "Abmelden",
  skip: "Zum Inhalt springen",
  documentation: "Dokumentation",
  tools: "Öffentliche Werkzeuge",
  signedInWithKey: (label, prefix) => html`<span>Angemeldet mit dem Schlüssel ${label} (<code>${prefix}…</code>).</span>`,
  signedInAs: (name, email, role) => html`<span>Angemeldet als ${name} (${email}), ${role}.</span>`,
  timesIn: (zone) => `Zeiten in ${zone}.`,
  shared: "Kontakte, Verkaufschancen, Produkte, Seiten und Ähnliches sind auch im Testmodus die echten.",
  shortcut: () => html`Mit <kbd>/</kbd> oder <kbd>Strg</kbd> <kbd>K</kbd> alles durchsuchen.`
}
