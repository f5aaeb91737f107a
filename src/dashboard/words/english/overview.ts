import type { Node } from "../../html.ts"

export const overview = {
  consentsWait: (n: number): Node => n === 1 ? "consent waits for a person" : "consents wait for a person",
  runsFailed: (n: number): Node => n === 1 ? "workflow run failed" : "workflow runs failed",
  runsOpen: (n: number): Node => n === 1 ? "workflow run at work or waiting" : "workflow runs at work or waiting",
  deliveriesFailed: (n: number): Node => n === 1 ? "delivery failed" : "deliveries failed",
  deliveriesOfFirst: (n: number, most: number): Node => `${n === 1 ? "delivery failed" : "deliveries failed"}, of the first ${most} endpoints`,
  newest: "The newest consents that wait",
  nobody: "Nobody waits for an answer.",
  title: "Overview",
  today: "Today",
  waiting: "Waiting for a person",
  failedRuns: "Failed runs",
  noneFailed: "No run has failed.",
  trouble: "Endpoints in trouble",
  troubleLabel: "Endpoints that fail or were switched off",
  healthy: "All endpoints are healthy."
}
