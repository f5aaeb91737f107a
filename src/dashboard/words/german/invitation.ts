import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const invitation: typeof english.invitation = {
  joinNew: "Mit neuem Konto beitreten",
  name: "Ihr Name",
  password: "Passwort",
  joinKnown: "Mit meinem Konto beitreten",
  knownIntro: "Melden Sie sich als die Person an, an die die E-Mail ging, um dem Unternehmen beizutreten.",
  noAccount: "Ich habe noch kein Konto",
  newIntro: "Wählen Sie einen Namen und ein Passwort, dann sind Sie Mitglied.",
  haveAccount: "Ich habe ein Konto",
  over: "Diese Einladung gilt nicht mehr: Sie wurde angenommen, zurückgezogen oder noch einmal gesendet, ihre Zeit ist abgelaufen, oder der Link ist unvollständig. Kopieren Sie den ganzen Link aus der E-Mail in die Adresszeile, oder bitten Sie um eine neue Einladung.",
  joinSome: "Einem Unternehmen beitreten",
  join: (company) => `${company} beitreten`,
  invited: (company, email, role) => html`<p>${company} hat ${email} eingeladen, als ${role}.</p>`
}
