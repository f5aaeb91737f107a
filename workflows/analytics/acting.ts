import type { Acting, FigureKey } from "#schemas/analytics/figure"

interface Moment {
  readonly day: string
  readonly day_start: string
  readonly day_end: string
}

const API = "/api/v1"

/** What of the API tells more of each figure as it is now, and the page of the dashboard where there is a better one than its own. */
const ways: { readonly [F in FigureKey]: (moment: Moment) => Pick<Acting, "path" | "verb"> & { readonly page?: string } } = {
  appointments: ({ day_end, day_start }) => ({ verb: "list_appointments", path: `/calendar/appointments?${new URLSearchParams({ from: day_start, to: day_end })}` }),
  due_tasks: ({ day_end }) => ({ verb: "list_tasks", path: `/crm/tasks?${new URLSearchParams({ status: "open", due_before: day_end, sort: "due_at" })}` }),
  overdue_invoices: () => ({ verb: "list_invoices", path: "/gateway/invoices?state=overdue&sort=due_on" }),
  new_leads: ({ day_start }) => ({ verb: "list_contacts", path: `/crm/contacts?${new URLSearchParams({ created_since: day_start, sort: "-created_at" })}` }),
  revenue: ({ day }) => ({ verb: "get_revenue", path: `/analytics/revenue?${new URLSearchParams({ from: day, to: day })}` }),
  failed_deliveries: () => ({ verb: "list_webhooks", path: "/webhooks", page: "/dashboard/webhooks" }),
  disabled_webhooks: () => ({ verb: "list_webhooks", path: "/webhooks", page: "/dashboard/webhooks" }),
  broken_connections: () => ({ verb: "list_integrations", path: "/integrations", page: "/dashboard/integrations" }),
  consents_waiting: () => ({ verb: "list_consents", path: "/agent/consents", page: "/dashboard/consents" }),
  open_disputes: () => ({ verb: "list_disputes", path: "/gateway/disputes?state=open" })
}

/** Where more is told of a figure, or something done about it. */
export const actingOn = (figure: FigureKey, moment: Moment): Acting => {
  const { page = `/dashboard/figures/${figure}`, path, verb } = ways[figure](moment)
  return { verb, path: `${API}${path}`, page }
}
