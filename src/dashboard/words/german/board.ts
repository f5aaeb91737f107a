import { pluralIn } from "../plural.ts"
import { html, type Node } from "../../html.ts"
import type { english } from "../english/words.ts"

const plural = pluralIn("de")

export const board: typeof english.board = {
  title: "Pipeline",
  stages: "Phasen",
  add: "Verkaufschance anlegen",
  move: "Verschieben",
  by: (day: Node) => html`bis ${day}`,
  deals: (count: number, shown: Node) => [shown, plural(count, " Verkaufschance", " Verkaufschancen")],
  all: "Alle anzeigen",
  keys: html`Ziehen Sie eine Karte in ihre Phase, oder wählen Sie sie aus und drücken Sie <kbd>Umschalt</kbd> mit einem Pfeil nach links oder rechts.`
}
