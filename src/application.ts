import "effect/schema/SchemaJITCompiler/enable"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer, Option } from "effect"
import { HttpRouter } from "effect/http"
import { ApiKeys } from "#layers/auth/api-keys"
import { BackgroundJobs } from "#layers/kernel/jobs/jobs"
import { ServiceConfig } from "#layers/kernel/config"
import { database, owner } from "#layers/database/connections"
import { DatabaseClock } from "#layers/database/database-clock"
import { cannotConnect, refusedBy } from "#layers/database/problem"
import { DatabaseUrl } from "#layers/database/url"
import { demoAccess, type DemoAccess } from "#layers/demo/demo"
import { Health } from "#layers/kernel/health"
import { migrated } from "#layers/database/migrated"
import { Services } from "#layers/services"
import { DurableWorkflows } from "#workflows/durable-workflows"
import { ConsentMails } from "#workflows/agents/consent-mails"
import { AlertChecks } from "#workflows/analytics/alert-checks"
import { LeadIntake } from "#workflows/leads/intake"
import { SourcesFollowing } from "#workflows/kb/reading/following"
import { SmsFiling } from "#workflows/messages/sms/inbox"
import { Dispatcher } from "#workflows/webhooks/dispatcher"
import { HttpApp, serveOptions } from "./api.ts"
import { NodeServer } from "./http/listener.ts"
import { MetricsServer } from "./http/metrics-server.ts"
import { BodyLimit } from "./http/protocol.ts"

/** The way into the demo company, where there is one. */
export class Demo extends Context.Service<Demo, Option.Option<DemoAccess>>()("src/Demo") {}

/** The database up to date, then connections to it. */
const Database = Layer.unwrap(Effect.gen(function*() {
  const { databasePool, databaseReadUrl, dataDir } = yield* ServiceConfig
  const { own, url } = yield* DatabaseUrl
  yield* migrated(url)
  const demo = own
    ? yield* demoAccess(dataDir).pipe(Effect.provide(owner(url)), Effect.catchTags({
      SqlError: (error) => refusedBy(url, "take the demo company")(error)
    }))
    : Option.none<DemoAccess>()
  return Layer.merge(database(url, { connections: databasePool, own, standby: Option.getOrUndefined(databaseReadUrl) }), Layer.succeed(Demo, demo)).pipe(
    Layer.catchTag("SqlError", (error) => Layer.effectContext(cannotConnect(url)(error)))
  )
}))

const Http = HttpRouter.serve(HttpApp, serveOptions).pipe(
  Layer.provide([BodyLimit, NodeServer, NodeHttpServer.layerHttpServices])
)

const HEARING_WAIT = "5 seconds"

/** Says that the service takes work once it really does, and no longer from the moment it is asked to end. */
const Accepting = Layer.effectDiscard(Effect.gen(function*() {
  const { url } = yield* DatabaseUrl
  const keys = yield* ApiKeys
  const health = yield* Health
  yield* Effect.mapError(health.reach, cannotConnect(url))
  yield* Effect.timeoutOption(keys.hearing, HEARING_WAIT)
  yield* Effect.acquireRelease(
    Effect.sync(() => health.setAccepting(true)),
    () => Effect.sync(() => health.setAccepting(false))
  )
}))

/** All of the service but its listener, its log and its database's server, with `work` for its durable workflows. */
export const applicationOf = (work: typeof DurableWorkflows) =>
  Accepting.pipe(
    Layer.provideMerge(Layer.mergeAll(Http, MetricsServer, BackgroundJobs, work, Dispatcher, LeadIntake, AlertChecks, ConsentMails, SmsFiling, SourcesFollowing)),
    Layer.provideMerge(Services),
    Layer.provideMerge(DatabaseClock),
    Layer.provideMerge(Database)
  )

export const Application = applicationOf(DurableWorkflows)
