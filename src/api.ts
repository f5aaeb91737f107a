import { Layer } from "effect"
import { Api } from "#schemas/api"
import * as Agents from "#workflows/agents/index"
import { previewOf } from "#workflows/agents/preview"
import * as Auth from "#workflows/auth/index"
import * as Crm from "#workflows/crm/index"
import * as Runs from "#workflows/runs/index"
import * as Webhooks from "#workflows/webhooks/index"
import { Connector } from "./connector/routes.ts"
import { Dashboard } from "./dashboard/dashboard.ts"
import { Edge } from "./http/error-middleware.ts"
import { Door } from "./http/authentication.ts"
import { Finish } from "./http/access-log.ts"
import { implement } from "./http/binder.ts"
import { OAuthLane } from "./oauth/lane.ts"
import { OAuthServer } from "./oauth/server.ts"
import { OperationRoutes } from "./http/health-routes.ts"
import { routerConfig } from "./http/request-target.ts"
import { SitePages } from "./site/pages.ts"
import { ToolDesk } from "./tools/desk.ts"
import { ToolLane } from "./tools/lane.ts"
import { ToolPages } from "./tools/page/pages.ts"
import { Surfaces } from "./surfaces/surfaces.ts"
import { Unmatched } from "./http/not-found.ts"

/** Tries out what waits for a person's consent, of all categories. */
const preview_consent = previewOf([Auth, Crm, Runs, Webhooks])

/** The whole HTTP application, short of what it can do. */
export const HttpApp = Layer.mergeAll(
  implement(Api, "crm", Crm),
  implement(Api, "agents", { ...Agents, preview_consent }),
  implement(Api, "auth", Auth),
  implement(Api, "workflows", Runs),
  implement(Api, "webhooks", Webhooks),
  OperationRoutes,
  Surfaces,
  Unmatched,
  Layer.mergeAll(Edge, Connector, Layer.merge(Dashboard, OAuthLane).pipe(Layer.provide(OAuthServer.layer)), SitePages, Layer.merge(ToolLane, ToolPages).pipe(Layer.provide(ToolDesk.layer))).pipe(Layer.provide(Door.layer), Layer.provide(Finish.layer))
)

/** How the application is served: logged and read by the gates. */
export const serveOptions = { disableLogger: true, disableListenLog: true, routerConfig } as const
