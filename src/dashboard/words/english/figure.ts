import type { Node } from "../../html.ts"

export const figure = {
  label: "The first ten rows, the latest first",
  none: (rows: Node): Node => ["There are no such ", rows, " now."],
  what: "What",
  number2: (id: Node): Node => ["number ", id],
  when: "When",
  number: "Number",
  amount: "Amount",
  rows: " rows: ",
  noSuch: "There is no such figure",
  nothing: "Nothing is at this address.",
  overview: "Overview",
  asOf: "As of",
  howMany: "How many",
  countedFrom: "Counted from",
  inApi: "In the API"
}
