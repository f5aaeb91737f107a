import { html, type Node } from "../../html.ts"

export const preview = {
  and: "and",
  none: "No money moves.",
  moves: (sums: Node): Node => ["Money that moves: ", sums, "."],
  title: "What would change",
  refused: "The call would be refused as things stand.",
  nothing: "No record would change.",
  outside: (workflow: Node): Node => html`Outside: <code>${workflow}</code>`,
  started: "would be started",
  given: (workflow: string): Node => `What ${workflow} would be given`
}
