import type { english } from "../english/words.ts"

export const gettingStarted: typeof english.gettingStarted = {
  done: "Erledigt: ",
  comesWith: (tier) => ["(im Tarif ", tier, " enthalten)"],
  counted: (done, all) => `${done} von ${all} erledigt.`,
  whatIsDone: "Was erledigt ist",
  higher: "Mit einem höheren Tarif",
  fill: "Das Unternehmen mit ersten Datensätzen Ihrer Branche füllen",
  title: "Erste Schritte",
  hide: "Ausblenden",
  overview: "Übersicht",
  intro: "Der erste nützliche Schritt in jedem Teil des Dienstes.",
  show: "Auf der Übersicht zeigen",
  hideThere: "Auf der Übersicht ausblenden"
}
