import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated, Public } from "#schemas/kernel/gates"
import { Alert } from "./alert.ts"
import { list_alerts, set_alerts } from "./alerts.api.ts"
import { get_daily_brief } from "./brief.api.ts"
import { create_dashboard, delete_dashboard, get_dashboard, list_dashboards, update_dashboard } from "./dashboards.api.ts"
import { track_event } from "./events.api.ts"
import { get_forecast } from "./forecast.api.ts"
import { create_goal, delete_goal, get_goal_results, list_goals } from "./goals.api.ts"
import { get_page_views } from "./page-views.api.ts"
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
  .add(get_page_views, list_goals, create_goal, delete_goal, get_goal_results)
  .prefix("/analytics")
  /* The brief is the home of the dashboard. */
  .add(get_daily_brief)
  .middleware(Authenticated)
  /* Pages of visitors, who have no key. */
  .add(track_event.middleware(Public))
  .annotate(EventRecords, { alert: Alert })
  .annotateMerge(OpenApi.annotations({
    title: "Analytics",
    description: "How the company does: the daily brief, what its figures count, where they go, reports and dashboards of its own records, and who looks at its pages."
  }))
{}
