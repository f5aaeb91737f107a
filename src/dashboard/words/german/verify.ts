import type { english } from "../english/words.ts"

export const verify: typeof english.verify = {
  title: "E-Mail-Adresse bestätigen",
  broken: "Der Link ist unvollständig. Kopieren Sie ihn ganz aus der E-Mail in die Adresszeile.",
  confirm: "Adresse bestätigen",
  again: "Weitere E-Mail anfordern",
  send: "Noch eine senden"
}
