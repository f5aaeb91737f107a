import type { english } from "../english/words.ts"

export const password: typeof english.password = {
  forgot: "Passwort vergessen?",
  forgotIntro: "Geben Sie an, mit welcher Adresse Sie sich anmelden. Sie erhalten eine E-Mail mit einem Link, um ein neues Passwort zu wählen.",
  send: "E-Mail senden",
  back: "Zurück zur Anmeldung",
  choose: "Neues Passwort wählen",
  broken: "Der Link ist unvollständig. Kopieren Sie ihn ganz aus der E-Mail in die Adresszeile, oder fordern Sie einen neuen an.",
  chooseIntro: "Sie werden damit überall abgemeldet. Danach melden Sie sich mit dem neuen Passwort an.",
  keep: "Passwort speichern",
  again: "Weitere E-Mail anfordern",
  title: "Passwort ändern",
  account: "Ihr Konto",
  change: "Passwort ändern",
  now: "Jetziges Passwort",
  endConnections: "Auch alle verbundenen Apps trennen",
  leave: "So lassen"
}
