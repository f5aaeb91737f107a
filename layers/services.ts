import { Layer } from "effect"
import { AiServices } from "./ai/services.ts"
import { AnalyticsServices } from "./analytics/services.ts"
import { Agents } from "./agents/services.ts"
import { AiTokens } from "./kernel/limits/ai-tokens.ts"
import { ApiKeys } from "./auth/api-keys.ts"
import { Aggregates } from "./benchmarks/aggregates.ts"
import { CalendarServices } from "./calendar/services.ts"
import { Commits } from "./kernel/commit-listeners.ts"
import { Companies } from "./kernel/companies.ts"
import { CompanySettings } from "./company/settings.ts"
import { Processing } from "./company/processing.ts"
import { CompanyTiers } from "./company/tier.ts"
import { Crm } from "./crm/services.ts"
import { CredentialNames } from "./auth/credential-names.ts"
import { DashboardSessions } from "./auth/dashboard-sessions.ts"
import { RunHistories } from "./workflows/history.ts"
import { Runs } from "./workflows/runs.ts"
import { Schedules } from "./workflows/schedules.ts"
import { RunBatches } from "./workflows/batches.ts"
import { Pauses } from "./workflows/pauses.ts"
import { RunStates } from "./workflows/run-states.ts"
import { RunSteering } from "./workflows/steering.ts"
import { SearchAttributes } from "./workflows/search-attributes.ts"
import { StepCache } from "./workflows/step-cache.ts"
import { StepProgress } from "./workflows/step-progress.ts"
import { StepRates } from "./workflows/step-rates.ts"
import { TestClocks } from "./workflows/test-clocks.ts"
import { TestTime } from "./kernel/company-clock.ts"
import { WorkflowPauses } from "./workflows/workflow-pauses.ts"
import { Writes } from "./workflows/writes.ts"
import { EventStreams } from "./kernel/event-streams.ts"
import { Health } from "./kernel/health.ts"
import { AuthServices, Signing } from "./auth/services.ts"
import { IntegrationServices } from "./integrations/services.ts"
import { Idempotency } from "./kernel/idempotency.ts"
import { ChangeLog } from "./kernel/receipts/change-log.ts"
import { Metrics } from "./kernel/metrics.ts"
import { PaymentServices } from "./payments/services.ts"
import { OAuth } from "./oauth/services.ts"
import { ContentVersion } from "./content/content-version.ts"
import { ContentStore } from "./content/content-store.ts"
import { EmailDomains } from "./messages/domains.ts"
import { CallStepNames } from "./messages/voice/call-steps.ts"
import { KnowledgeServices } from "./kb/services.ts"
import { MessageServices } from "./messages/services.ts"
import { SmsReception } from "./messages/sms/reception.ts"
import { Providers } from "./providers/services.ts"
import { RateLimits } from "./kernel/limits/rate-limits.ts"
import { ReferralServices } from "./referrals/services.ts"
import { ShopServices } from "./shop/services.ts"
import { Site } from "./kernel/installation/site.ts"
import { Status } from "./kernel/status.ts"
import { Tenancy } from "./kernel/tenancy.ts"
import { Uploads } from "./kernel/uploads.ts"
import { Hosts } from "./company/hosts.ts"
import { TxtRecords } from "./network/txt.ts"
import { VisitedCompanies } from "./company/visited.ts"
import { VisitorTokens } from "./auth/visitor-tokens.ts"
import { Webhooks } from "./webhooks/services.ts"
import { WebsiteServices } from "./website/services.ts"

const durable = Layer.mergeAll(
  Runs.layer, RunHistories.layer, RunBatches.layer, WorkflowPauses.layer, RunStates.layer, RunSteering.layer, SearchAttributes.layer, StepCache.layer, Schedules.layer, Pauses.layer.pipe(Layer.provide(Tenancy.layer)), TestTime.layer, TestClocks.layer.pipe(Layer.provide([Commits.layer, Tenancy.layer])),
  Writes.layer.pipe(Layer.provide([ChangeLog.layer, Tenancy.layer])), Layer.merge(StepProgress.layer, StepRates.layer).pipe(Layer.provide(Tenancy.layer))
)

const kernel = Layer.mergeAll(
  ApiKeys.layer, Commits.layer, Companies.layer, Health.layer, Idempotency.layer, ChangeLog.layer, Metrics.layer, RateLimits.layer, Site.layer, Tenancy.layer,
  Layer.merge(EventStreams.layer, Uploads.layer).pipe(Layer.provide(Tenancy.layer)), VisitorTokens.layer, CallStepNames.layer
).pipe(Layer.provideMerge(Signing))

const told = Layer.merge(ContentStore.layer, Aggregates.layer).pipe(Layer.provideMerge(ContentVersion.layer))

const above = Layer.mergeAll(
  CredentialNames.layer, DashboardSessions.layer, AuthServices, EmailDomains.layer.pipe(Layer.provide(Providers)),
  SmsReception.layer.pipe(Layer.provide([Providers, MessageServices])),
  OAuth,
  Status.layer.pipe(Layer.provide(Providers)), ReferralServices, VisitedCompanies.layer, AiServices, KnowledgeServices,
  IntegrationServices
).pipe(Layer.provideMerge(Layer.merge(AiTokens.layer, Providers)), Layer.provide(kernel))

/** Everything the programs can do, given a database. */
export const Services = Layer.mergeAll(
  kernel, durable, told, Agents, AnalyticsServices, CompanySettings.layer, CompanyTiers.layer, Processing.layer, Hosts.layer, TxtRecords.layer, Crm, MessageServices, PaymentServices,
  CalendarServices, ShopServices, Webhooks, WebsiteServices, above
)
