import { pluralIn } from "../plural.ts"
import { html, type Node } from "../../html.ts"

const plural = pluralIn("en")

export const board = {
  title: "Pipeline",
  stages: "Stages",
  add: "Add a deal",
  move: "Move",
  by: (day: Node) => html`by ${day}`,
  deals: (count: number, shown: Node) => [shown, plural(count, " deal", " deals")],
  all: "All of them",
  keys: html`Drag a card to its stage, or stand on it and press <kbd>Shift</kbd> with an arrow to the left or the right.`
}
