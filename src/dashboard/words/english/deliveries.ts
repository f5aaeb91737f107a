import type { Node } from "../../html.ts"

export const deliveries = {
  answered: (status: Node): Node => ["answered ", status],
  attempts: (count: number): Node => count === 1 ? "1 attempt" : `${count} attempts`,
  noneYet: "none yet",
  last: (attempts: Node, answer: Node, duration: Node): Node => [attempts, ", ", answer, " in ", duration],
  noAnswer: "no answer",
  answerTo: (event: string): Node => `The answer to ${event}`,
  label: "Deliveries, newest first",
  noneLike: "No delivery is like that.",
  nothingSent: "Nothing was sent yet.",
  thirtyDays: "Deliveries of the last 30 days stand here.",
  event: "Event",
  status: "Status",
  attemptsTitle: "Attempts",
  made: "Made",
  nextTry: "Next try",
  again: "Again",
  replay: "Replay"
}
