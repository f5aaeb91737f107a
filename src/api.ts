import { Layer } from "effect"
import { Api } from "#schemas/api"
import * as Agents from "#workflows/agents/index"
import { previewOf } from "#workflows/agents/preview"
import * as Ai from "#workflows/ai/index"
import * as Analytics from "#workflows/analytics/index"
import * as Auth from "#workflows/auth/index"
import * as Calendar from "#workflows/calendar/index"
import { companiesOfBookings } from "#workflows/calendar/own-booking"
import * as Company from "#workflows/company/index"
import * as Crm from "#workflows/crm/index"
import * as Integrations from "#workflows/integrations/index"
import * as Knowledge from "#workflows/kb/index"
import * as Messages from "#workflows/messages/index"
import * as Payments from "#workflows/payments/index"
import * as Shop from "#workflows/shop/index"
import * as Runs from "#workflows/workflows/index"
import * as Webhooks from "#workflows/webhooks/index"
import * as Website from "#workflows/website/index"
import { AgentCalls } from "./connector/agent-calls.ts"
import { Connector } from "./connector/routes.ts"
import { Dashboard } from "./dashboard/dashboard.ts"
import { implement } from "./http/binder.ts"
import { HealthRoutes } from "./http/health-routes.ts"
import { NotFoundRoutes } from "./surfaces/not-found.ts"
import { withPipeline } from "./http/pipeline.ts"
import { routerConfig } from "./http/request-target.ts"
import { OAuthRoutes } from "./oauth/routes.ts"
import { OAuthServer } from "./oauth/server.ts"
import { SitesNotFound } from "./site/company-site.ts"
import { SitePages } from "./site/pages.ts"
import { Surfaces } from "./surfaces/surfaces.ts"
import { ToolDispatcher } from "./tools/dispatcher.ts"
import { ToolPages } from "./tools/page/pages.ts"
import { ToolRoutes } from "./tools/routes.ts"

/** Tries out what waits for a person's consent, of all categories. */
const preview_consent = previewOf([Ai, Analytics, Auth, Calendar, Company, Crm, Integrations, Knowledge, Messages, Payments, Runs, Shop, Webhooks, Website])

/** Everything that is served over HTTP, as routes of one router. */
export const routes = Layer.mergeAll(
  implement(Api, "crm", Crm),
  implement(Api, "company", Company),
  implement(Api, "agents", { ...Agents, preview_consent }),
  implement(Api, "auth", Auth),
  implement(Api, "workflows", Runs),
  implement(Api, "webhooks", Webhooks),
  implement(Api, "messages", Messages),
  implement(Api, "payments", Payments),
  implement(Api, "shop", Shop),
  implement(Api, "calendar", Calendar, companiesOfBookings),
  implement(Api, "cms", Website),
  implement(Api, "kb", Knowledge),
  implement(Api, "ai", Ai),
  implement(Api, "analytics", Analytics),
  implement(Api, "integrations", Integrations),
  HealthRoutes,
  Surfaces,
  NotFoundRoutes,
  Connector,
  AgentCalls,
  Layer.merge(Dashboard, OAuthRoutes).pipe(Layer.provide(OAuthServer.layer)),
  SitePages,
  SitesNotFound,
  Layer.merge(ToolRoutes, ToolPages).pipe(Layer.provide(ToolDispatcher.layer))
)

/** The same behind one pipeline. */
export const HttpApp = withPipeline(routes)

/** How the application is served: the access log is our own. */
export const serveOptions = { disableLogger: true, disableListenLog: true, routerConfig } as const
