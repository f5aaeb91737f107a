import type { Node } from "../../html.ts"

export const audit = {
  nobody: "nobody was signed in",
  receipt: (number: Node): Node => ["receipt ", number],
  sealing: "being sealed",
  title: "Audit",
  operation: "Operation",
  none: "Nothing like that has happened.",
  noneHelp: "Who signs in, which keys are made and who becomes a member stands here."
}
