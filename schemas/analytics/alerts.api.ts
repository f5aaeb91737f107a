import { operation } from "#schemas/kernel/endpoints"
import { Alert, Alerts, NewAlerts } from "./alert.ts"

export const list_alerts = operation.list("list_alerts", "/alerts", Alert, {
  summary: "List alerts",
  description: "Which figures the company wants to hear of, beyond which bounds, and what they were when they were last looked at. Live and test keys have alerts of their own."
})

export const set_alerts = operation.set("set_alerts", "/alerts", NewAlerts, Alerts, {
  summary: "Set the alerts",
  description: "Replaces all alerts; those that are sent as they are keep what is known of them. Figures are looked at every minute. `alert.raised` tells once that one is " +
    "beyond its bound, with an e-mail to owners and admins, and `alert.cleared` that it is so no longer."
})
