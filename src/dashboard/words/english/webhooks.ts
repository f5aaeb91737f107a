import { html, type Node } from "../../html.ts"

export const webhooks = {
  switchedOff: "switched off",
  gone: "gone",
  failedFive: "failed for five days",
  off: "off",
  failing: "failing",
  well: "well",
  endpoint: "Endpoint",
  health: "Health",
  events: "Events",
  description: "Description",
  failingSince: "Failing since",
  title: "Webhooks",
  label: "Endpoints that are told of events",
  none: "No endpoint is told of events.",
  noneHelp: (): Node => html`<span>Add one with <code>POST /api/v1/webhooks</code>; what is sent to it and what it answers stands here.</span>`
}
