import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const newCampaign: typeof english.newCampaign = {
  title: "Neue Kampagne",
  marketing: "Werbung: nur an alle, die zugestimmt haben",
  service: "Service: zu etwas, das sie von uns haben",
  campaigns: "Kampagnen",
  noSegment: "Es gibt noch kein Segment.",
  noSegmentHelp: () => html`<span>Eine Kampagne schreibt den Kontakten eines Segments: Legen Sie es mit <code>POST /api/v1/crm/segments</code> an.</span>`,
  make: "Kampagne erstellen",
  name: "Name",
  nameHelp: "Für Ihre Leute; sonst sieht ihn niemand.",
  segment: "Segment",
  purpose: "Zweck",
  from: "Von",
  oldest: "die älteste Nummer",
  text: "Text",
  textHelp: "{{contact.first_name|there}} wird zum Vornamen oder zu „there“. Sagen Sie, wie man die SMS beendet: „Zum Beenden STOP antworten.“",
  nothingYet: "Es wird noch nichts gesendet: Zuerst sehen Sie, wer eine SMS erhielte und was es kostet.",
  chooseOne: "Bitte wählen Sie eines.",
  question: "Diese Kampagne erstellen?",
  follows: "Sie beginnt pausiert: Es wird nichts gesendet, bis Sie sie fortsetzen."
}
