import type { Node } from "../../html.ts"

export const industry = {
  opening: "Opening hours",
  resource: "Rooms and equipment",
  service: "What can be booked (not online yet)",
  product: "Products (drafts with example prices)",
  collection: "Collections of products",
  location: "Where stock lies",
  pipeline: "Ways to a sale",
  customField: "Fields of contacts",
  segment: "Segments of contacts",
  smsTemplate: "Texts to customers",
  kbEntry: "Knowledge base",
  getStarted: "Get started",
  there: "(there already, stays as it is)",
  fill: "Fill the company with first records",
  choose: "Choose what comes closest. What it would make is shown first, and what is there stays as it is.",
  nothingShown: "Nothing of it is shown to visitors yet but answers of the knowledge base that need no fact of your own. Take away the tick of what you do not want.",
  make: "Make these",
  firstRecords: "First records",
  allThere: "Nothing was made: all of it was there.",
  made: (count: number): Node => `${count} records were made.`,
  already: "Was there already",
  leftOut: "Left out",
  toOverview: "Go to the overview"
}
