import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { Dashboard, dashboard, DashboardWithData } from "./dashboard.ts"
import { DashboardId } from "./ids.ts"

export const list_dashboards = operation.list("list_dashboards", "/dashboards", Dashboard, {
  ...dashboard.list,
  summary: "List dashboards",
  description: "The company's dashboards: which reports each shows, and how."
})

export const create_dashboard = operation.create("create_dashboard", "/dashboards", dashboard.create, Dashboard, {
  errors: [Conflict],
  tierFloor: "builder",
  summary: "Add a dashboard",
  description: "Puts reports side by side under a name. A name that another dashboard has is a conflict."
})

export const get_dashboard = operation.get("get_dashboard", "/dashboards/:id", DashboardWithData, {
  params: { id: DashboardId },
  noConditionalGet: true,
  summary: "Get a dashboard with its data",
  description: "A dashboard with what each of its reports tells now, of records of the key's mode. A tile that takes the database too long says so in its place."
})

export const update_dashboard = operation.replace("update_dashboard", "/dashboards/:id", dashboard.create, Dashboard, {
  errors: [Conflict],
  tierFloor: "builder",
  summary: "Replace a dashboard",
  description: "Replaces name and tiles. With `If-Match`, only if nobody changed it since."
})

export const delete_dashboard = operation.remove("delete_dashboard", "/dashboards/:id", Dashboard, {
  summary: "Delete a dashboard",
  description: "Nothing brings it back. Its reports stay.",
  requiresConsent: true,
  undo: "nothing",
  tierFloor: "builder"
})
