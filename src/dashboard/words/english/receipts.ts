import type { Node } from "../../html.ts"

export const receipts = {
  for: (name: Node): Node => ["for ", name],
  visitor: (name: Node): Node => ["by the visitor ", name],
  session: (link: Node): Node => ["session ", link],
  consent: (id: Node): Node => ["consent ", id],
  standing: "standing consent of the owner",
  title: "Receipts",
  ofSession: (session: string): Node => `Session ${session}`,
  sessionLabel: "Session",
  agent: "Agent",
  operation: "Operation",
  none: "No receipts.",
  noneHelp: "Each change made through the API leaves one: what changed, by which key, and for whom.",
  byAgent: (agent: string, mode?: string): Node => ["by the agent ", agent, mode !== undefined && ` (${mode})`]
}
