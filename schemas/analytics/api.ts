import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated } from "#schemas/kernel/gates"
import { Alert } from "./alert.ts"
import { list_alerts, set_alerts } from "./alerts.api.ts"
import { get_daily_brief } from "./brief.api.ts"
import { create_dashboard, delete_dashboard, get_dashboard, list_dashboards, update_dashboard } from "./dashboards.api.ts"
import { get_forecast } from "./forecast.api.ts"
import { get_cohorts, get_funnel } from "./people.api.ts"
import {
  create_report, delete_report, export_report, get_report, list_measures, list_reports, run_report, schedule_report, update_report
} from "./reports.api.ts"
import { get_revenue } from "./revenue.api.ts"
import { explain_metric } from "./explanation.api.ts"

export class Analytics extends HttpApiGroup.make("analytics")
  .add(get_revenue, get_forecast, get_funnel, get_cohorts, explain_metric)
  .add(list_alerts, set_alerts)
  .add(list_measures, list_reports, create_report, get_report, update_report, delete_report, run_report, schedule_report, export_report)
  .add(list_dashboards, create_dashboard, get_dashboard, update_dashboard, delete_dashboard)
  .prefix("/analytics")
  /* The brief is the home of the dashboard. */
  .add(get_daily_brief)
  .middleware(Authenticated)
  .annotate(EventRecords, { alert: Alert })
  .annotateMerge(OpenApi.annotations({
    title: "Analytics",
    description: "How the company does: the daily brief, what its figures count, where they go, and reports and dashboards of its own records."
  }))
{}
