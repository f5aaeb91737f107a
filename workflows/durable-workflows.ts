import { Effect, Layer } from "effect"
import type { WorkflowEngine } from "effect/workflow"
import { DatabaseClock } from "#layers/database/database-clock"
import { type Definition, Definitions } from "#layers/workflows/definitions"
import { DueSchedules, ScheduleNews } from "#layers/workflows/due-schedules"
import { Engine } from "#layers/workflows/engine"
import { EngineSql } from "#layers/workflows/engine-sql"
import { SearchAttributes } from "#layers/workflows/search-attributes"
import { Retention } from "#layers/workflows/retention"
import { Runs } from "#layers/workflows/runs"
import { Schedules } from "#layers/workflows/schedules"
import { Starter } from "#layers/workflows/starter"
import { TestClockDriver } from "#layers/workflows/test-clock-driver"
import { inUse } from "#layers/workflows/versions"
import type { Services } from "#layers/services"
import { StartFailure } from "#schemas/kernel/start-failure"
import { ConsentTimer, ConsentTimerProgram } from "./agents/consent-timer.ts"
import { AgentWork, AgentWorkProgram } from "./ai/agent-run.ts"
import { DailyBriefMail } from "./analytics/daily-brief-run.ts"
import { DailyBriefProgram } from "./analytics/daily-brief-sending.ts"
import { ReportMailingProgram } from "./analytics/mailing.ts"
import { ReportMailing } from "./analytics/schedule.ts"
import { EmailProgram, EmailRun } from "./auth/emails.ts"
import { DepositPaidProgram, HoldExpiryProgram } from "./calendar/hold-expiry.ts"
import { DepositPaid, HoldExpiry } from "./calendar/hold-runs.ts"
import { OfferingProgram } from "./calendar/offering.ts"
import { Offering } from "./calendar/offering-runs.ts"
import { ReminderPlan, ReminderTimer } from "./calendar/reminder-timers.ts"
import { ReminderPlanProgram, ReminderTimerProgram } from "./calendar/reminders.ts"
import { SeriesLetter, SeriesLetterProgram } from "./calendar/series-letter.ts"
import { CalendarLeavingProgram, CalendarSyncProgram } from "./calendar/sync.ts"
import { CalendarLeaving, CalendarSync } from "./calendar/syncing.ts"
import { EmailDomainCheck, EmailDomainCheckProgram } from "./company/email-domain.ts"
import { HostProof, HostProofProgram } from "./company/host-proof.ts"
import { contactImportRun } from "./crm/contact-import.ts"
import { Rescore, RescoreProgram } from "./crm/rescore.ts"
import { TaskDue, TaskDueProgram } from "./crm/task-due.ts"
import { IntegrationSync, IntegrationUndo } from "./integrations/sync/definitions.ts"
import { IntegrationSyncProgram } from "./integrations/sync/run.ts"
import { IntegrationUndoProgram } from "./integrations/sync/undo.ts"
import { SourceReading, SourceReadingProgram, SourceRemoval, SourceRemovalProgram } from "./kb/reading/run.ts"
import { EmailDelivery, EmailDeliveryProgram } from "./messages/send.ts"
import { CampaignProgram, CampaignRun } from "./messages/sms/campaign-run.ts"
import { SmsDelivery, SmsDeliveryProgram, SmsSchedule } from "./messages/sms/delivery.ts"
import { SmsScheduleProgram } from "./messages/sms/scheduling.ts"
import { TextMedia, TextMediaProgram } from "./messages/sms/media.ts"
import { CallHangUp, CallHangUpProgram } from "./messages/voice/calls.ts"
import { CallFollowing, CallFollowingProgram } from "./messages/voice/following.ts"
import { CallRecordingProgram, CallRecordingRemoval, CallRecordingRemovalProgram, CallRecordingRun } from "./messages/voice/recording-runs.ts"
import { NumberOrder, NumberOrderProgram, NumberRelease, NumberReleaseProgram } from "./messages/voice/number-runs.ts"
import { Canceling, CancelingProgram, Capturing, CapturingProgram, Charge, ChargeProgram } from "./payments/charge.ts"
import {
  Authenticating, AuthenticatingProgram, Checkout, CheckoutEnd, CheckoutEndProgram, CheckoutProgram
} from "./payments/checkout.ts"
import { Dunning } from "./payments/dunning.ts"
import { DunningProgram } from "./payments/dunning-run.ts"
import { InvoiceDue } from "./payments/invoice-due.ts"
import { InvoiceDueProgram } from "./payments/invoice-due-run.ts"
import { Looking, LookingProgram } from "./payments/inbound.ts"
import { ForgetMethod, ForgetMethodProgram, SaveMethod, SaveMethodProgram } from "./payments/methods.ts"
import { Refunding, RefundingProgram } from "./payments/refunding.ts"
import { SubscriptionPeriod } from "./payments/subscription-billing.ts"
import { SubscriptionPeriodProgram } from "./payments/subscription-runs.ts"
import { CheckoutExpiryProgram } from "./shop/checkout-expiry.ts"
import { CheckoutRunProgram } from "./shop/checkout-paying.ts"
import { CheckoutExpiry, CheckoutRun } from "./shop/checkout-runs.ts"
import { productImportRun } from "./shop/product-import.ts"
import { LinkLook, LinkLookProgram } from "./website/link-checking.ts"
import { ScheduledLinkCheck, ScheduledLinkCheckProgram } from "./website/links.ts"
import { SiteMove, SiteMoveProgram } from "./website/moving/run.ts"
import { StoreMedia, StoreMediaProgram } from "./website/media-storing.ts"
import { PublicationTimerProgram } from "./website/publication-timer.ts"
import { PublicationTimer } from "./website/publishing.ts"
import { BatchRunning, BatchRunningProgram } from "./workflows/batch-run.ts"
import { ScheduleDriver } from "./workflows/schedule-driver.ts"

/** A workflow and what its runs do, with the services that every program has. */
type Work = readonly [Definition, Layer.Layer<never, never, WorkflowEngine.WorkflowEngine | Layer.Success<typeof Services>>]

/**
 * Every durable workflow that this program can run, with its programs. A version leaves this list when no run holds it any
 * more; runs of one that is not listed wait for a program that has it.
 */
export const all: ReadonlyArray<Work> = [
  [AgentWork, AgentWorkProgram],
  [Authenticating, AuthenticatingProgram],
  [BatchRunning, BatchRunningProgram],
  [CalendarLeaving, CalendarLeavingProgram],
  [CalendarSync, CalendarSyncProgram],
  [Canceling, CancelingProgram],
  [CampaignRun, CampaignProgram],
  [Capturing, CapturingProgram],
  [Charge, ChargeProgram],
  [CallFollowing, CallFollowingProgram],
  [CallHangUp, CallHangUpProgram],
  [CallRecordingRemoval, CallRecordingRemovalProgram],
  [CallRecordingRun, CallRecordingProgram],
  [Checkout, CheckoutProgram],
  [CheckoutEnd, CheckoutEndProgram],
  [CheckoutExpiry, CheckoutExpiryProgram],
  [CheckoutRun, CheckoutRunProgram],
  [ConsentTimer, ConsentTimerProgram],
  [contactImportRun.definition, contactImportRun.program],
  [DailyBriefMail, DailyBriefProgram],
  [DepositPaid, DepositPaidProgram],
  [Dunning, DunningProgram],
  [EmailRun, EmailProgram],
  [EmailDelivery, EmailDeliveryProgram],
  [EmailDomainCheck, EmailDomainCheckProgram],
  [ForgetMethod, ForgetMethodProgram],
  [HoldExpiry, HoldExpiryProgram],
  [HostProof, HostProofProgram],
  [IntegrationSync, IntegrationSyncProgram],
  [IntegrationUndo, IntegrationUndoProgram],
  [InvoiceDue, InvoiceDueProgram],
  [Looking, LookingProgram],
  [NumberOrder, NumberOrderProgram],
  [NumberRelease, NumberReleaseProgram],
  [Offering, OfferingProgram],
  [productImportRun.definition, productImportRun.program],
  [PublicationTimer, PublicationTimerProgram],
  [Refunding, RefundingProgram],
  [ReminderPlan, ReminderPlanProgram],
  [ReminderTimer, ReminderTimerProgram],
  [ReportMailing, ReportMailingProgram],
  [Rescore, RescoreProgram],
  [SaveMethod, SaveMethodProgram],
  [SeriesLetter, SeriesLetterProgram],
  [LinkLook, LinkLookProgram],
  [ScheduledLinkCheck, ScheduledLinkCheckProgram],
  [SiteMove, SiteMoveProgram],
  [SmsDelivery, SmsDeliveryProgram],
  [SmsSchedule, SmsScheduleProgram],
  [TextMedia, TextMediaProgram],
  [SourceReading, SourceReadingProgram],
  [SourceRemoval, SourceRemovalProgram],
  [StoreMedia, StoreMediaProgram],
  [SubscriptionPeriod, SubscriptionPeriodProgram],
  [TaskDue, TaskDueProgram]
]

/** The databases that an engine of this process works on. */
const worked = new WeakSet<object>()

const twice = new StartFailure({ message: "There are two layers of durable workflows (`durableWork`) in this server: list all workflows in one." })

/** A second engine would be the first one once more, which runs no workflows of the second. Made for each engine: layers are built once. */
const once = () =>
  Layer.effectDiscard(Effect.flatMap(EngineSql, (sql) =>
    Effect.acquireRelease(
      Effect.suspend(() => worked.has(sql) ? twice : Effect.sync(() => worked.add(sql))),
      () => Effect.sync(() => worked.delete(sql))
    )))

/** What a company may ask for the runs of: those of people's accounts are not its own. */
const named = (workflows: ReadonlyArray<Work>) =>
  Layer.effectDiscard(Runs.useSync((runs) => {
    for (const [{ name, restartable }] of workflows) {
      if (!name.startsWith("auth.")) runs.workflows.add(name)
      if (restartable === true) runs.restartable.add(name)
    }
  }))

/** By what runs are found. A name has one type, so that a filter by it need not name a workflow. */
const findable = (workflows: ReadonlyArray<Work>) =>
  Layer.effectDiscard(Effect.flatMap(SearchAttributes, ({ declared }) =>
    Effect.forEach(workflows, ([{ name, searchAttributes }]) => {
      if (searchAttributes === undefined) return Effect.void
      for (const [workflow, { types }] of declared) {
        const other = Object.entries(searchAttributes.types).find(([attribute, type]) => (types[attribute] ?? type) !== type)
        if (other !== undefined) {
          return new StartFailure({ message: `The search attribute ${other[0]} is a ${other[1]} of ${name} and a ${types[other[0]]} of ${workflow}: a name has one type.` })
        }
      }
      const { of, types } = searchAttributes
      declared.set(name, { types: { ...declared.get(name)?.types, ...types }, of })
      return Effect.void
    }, { discard: true })))

/** What companies may have schedules of: of several versions the latest. */
const scheduled = (workflows: ReadonlyArray<Work>) =>
  Layer.effectDiscard(Schedules.useSync((schedules) => {
    for (const { schedulable: one } of workflows.map(([definition]) => definition).toSorted((a, b) => a.version - b.version)) {
      if (one !== undefined) schedules.workflows.set(one.name, one)
    }
  }))

/** The engine with a set of workflows on it, by the time of the database. Fails where the server has one already. */
export const durableWork = (workflows: ReadonlyArray<Work>) =>
  Layer.mergeAll(Starter, Retention, TestClockDriver, named(workflows), findable(workflows), Layer.provideMerge(ScheduleDriver, scheduled(workflows)), ...workflows.map(([, program]) => program)).pipe(
    Layer.provide(Engine),
    Layer.provide(inUse),
    Layer.provide(once()),
    Layer.provide([ScheduleNews.layer, DueSchedules.layer]),
    Layer.provide(Layer.succeed(Definitions, workflows.map(([definition]) => definition))),
    Layer.provide(DatabaseClock)
  )

/** The engine at work. */
export const DurableWorkflows = durableWork(all)
