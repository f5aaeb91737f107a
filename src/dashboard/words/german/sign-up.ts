import type { english } from "../english/words.ts"

export const signUp: typeof english.signUp = {
  title: "Konto anlegen",
  intro: "Für Sie und Ihr Unternehmen. Weitere Personen können Sie danach einladen.",
  create: "Konto anlegen",
  name: "Ihr Name",
  company: "Unternehmen",
  password: "Passwort",
  currency: "Währung",
  zone: "Zeitzone",
  have: "Ich habe ein Konto",
  mail: "Sehen Sie in Ihre E-Mails",
  mailHelp: "Es kann eine Minute dauern. Sehen Sie auch im Spam-Ordner nach.",
  toSignIn: "Zur Anmeldung",
  again: "Noch einmal senden"
}
