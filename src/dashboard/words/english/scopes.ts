import type { Node } from "../../html.ts"

export const scopes = {
  legend: "What it may do",
  see: "See",
  change: "Change",
  consents: "Consents",
  approve: "Approve in a person's place",
  approveLong: "Approve in a person's place what agents ask for",
  seeOnly: (area: Node): Node => [area, ": see"],
  changeOnly: (area: Node): Node => [area, ": change"],
  both: (area: Node): Node => [area, ": see and change"]
}
