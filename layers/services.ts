import { Layer } from "effect"
import { Agents } from "./agents/services.ts"
import { AiTokens } from "./ai-tokens.ts"
import { ApiKeys } from "./api-keys.ts"
import { Aggregates } from "./benchmarks/aggregates.ts"
import { Commits } from "./commits.ts"
import { Companies } from "./companies.ts"
import { Crm } from "./crm/services.ts"
import { CredentialNames } from "./credential-names.ts"
import { DashboardSessions } from "./dashboard-sessions.ts"
import { Runs } from "./engine/runs.ts"
import { Writes } from "./engine/writes.ts"
import { Health } from "./health.ts"
import { AuthServices, Signing } from "./auth/services.ts"
import { Idempotency } from "./idempotency.ts"
import { Journal } from "./journal.ts"
import { Metrics } from "./metrics.ts"
import { OAuth } from "./oauth/services.ts"
import { Editions } from "./pack/editions.ts"
import { Pack } from "./pack/pack.ts"
import { Mail } from "./providers/mail.ts"
import { RateLimits } from "./rate-limits.ts"
import { FromStrangers } from "./referrals/services.ts"
import { Site } from "./site.ts"
import { Status } from "./status.ts"
import { Tenancy } from "./tenancy.ts"
import { Uploads } from "./uploads.ts"
import { Webhooks } from "./webhooks/services.ts"

const durable = Layer.mergeAll(Runs.layer, Writes.layer.pipe(Layer.provide([Journal.layer, Tenancy.layer])))

const kernel = Layer.mergeAll(
  ApiKeys.layer, Commits.layer, Companies.layer, Health.layer, Idempotency.layer, Journal.layer, Metrics.layer, RateLimits.layer, Site.layer, Tenancy.layer,
  Uploads.layer.pipe(Layer.provide(Tenancy.layer))
).pipe(Layer.provideMerge(Signing))

const told = Layer.merge(Pack.layer, Aggregates.layer).pipe(Layer.provideMerge(Editions.layer))

const above = Layer.mergeAll(AiTokens.layer, CredentialNames.layer, DashboardSessions.layer, AuthServices, Mail.layer, OAuth, Status.layer, FromStrangers).pipe(Layer.provide(kernel))

/** Everything the programs can do, given a database. */
export const Services = Layer.mergeAll(kernel, durable, told, Agents, Crm, Webhooks, above)
