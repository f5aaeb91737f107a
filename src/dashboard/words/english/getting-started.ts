import type { Node } from "../../html.ts"

export const gettingStarted = {
  done: "Done: ",
  comesWith: (tier: Node): Node => ["(comes with the ", tier, " tier)"],
  counted: (done: number, all: number): Node => `${done} of ${all} done.`,
  whatIsDone: "What is done",
  higher: "With a higher tier",
  fill: "Fill the company with first records of your industry",
  title: "Get started",
  hide: "Hide this",
  overview: "Overview",
  intro: "The first useful thing in each part of the service.",
  show: "Show this on the overview",
  hideThere: "Hide this on the overview"
}
