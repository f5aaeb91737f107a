import type { Node } from "../../html.ts"

export const webhook = {
  nothingSent: "nothing was sent",
  rate: (share: string, attempts: string): Node => `${share} of ${attempts} attempts`,
  health: "Health",
  succeeded: "Succeeded in 7 days",
  onTheirWay: "On their way",
  lastSuccess: "Last success",
  lastFailure: "Last failure",
  events: "Events",
  added: "Added",
  description: "Description",
  failingSince: "Failing since",
  offSince: "Off since",
  retried: "It is being sent again.",
  replayed: "The events are being sent again, in their order.",
  off: "Nothing is sent to an endpoint that is off. Switched on again, it can be told what it missed.",
  replayAll: "Replay all since then",
  since: (zone: string): Node => `Since, in ${zone}`,
  title: "Webhooks",
  deliveries: "Deliveries",
  status: "Status",
  any: "any",
  replay: "Replay"
}
