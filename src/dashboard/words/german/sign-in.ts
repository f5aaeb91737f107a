import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const signIn: typeof english.signIn = {
  withKey: "Mit einem API-Schlüssel anmelden",
  withThisKey: "Mit diesem Schlüssel anmelden",
  key: "API-Schlüssel",
  keyHelp: () => html`<span>Er beginnt mit <code>sk_service_</code>. Die Seiten zeigen, was der Schlüssel sehen darf, und tun, was er tun darf. Der Browser behält eine Sitzung für 12 Stunden, nicht den Schlüssel.</span>`,
  verified: "Ihre Adresse ist bestätigt. Melden Sie sich an, um fortzufahren.",
  reset: "Ihr Passwort ist geändert, und Sie wurden überall abgemeldet. Melden Sie sich mit dem neuen an.",
  joined: "Sie sind jetzt Mitglied. Melden Sie sich an, um fortzufahren.",
  late: "Das hat zu lange gedauert. Bitte melden Sie sich noch einmal an.",
  title: "Anmelden",
  forgot: "Passwort vergessen?",
  create: "Konto anlegen",
  codeTitle: "Code eingeben",
  codeIntro: (email) => html`<p>Das Passwort von <strong>${email}</strong> stimmt. Jetzt bitte der Code.</p>`,
  other: "Als jemand anderes anmelden",
  malformed: "Dieser API-Schlüssel ist unvollständig: Prüfen Sie, ob er ganz kopiert wurde."
}
