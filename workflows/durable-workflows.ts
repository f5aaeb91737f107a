import { Layer } from "effect"
import type { WorkflowEngine } from "effect/workflow"
import { type Definition, Definitions } from "#layers/workflows/definitions"
import { Engine } from "#layers/workflows/engine"
import { Retention } from "#layers/workflows/retention"
import { Starter } from "#layers/workflows/starter"
import { inUse } from "#layers/workflows/versions"
import type { Services } from "#layers/services"
import { ConsentTimer, ConsentTimerProgram } from "./agents/consent-timer.ts"
import { EmailProgram, EmailRun } from "./auth/emails.ts"
import { ContactImport, ContactImportRun } from "./crm/import-run.ts"
import { Rescore, RescoreProgram } from "./crm/rescore.ts"
import { TaskDue, TaskDueProgram } from "./crm/task-due.ts"

/** A workflow and what its runs do, with the services that every program has. */
type Work = readonly [Definition, Layer.Layer<never, never, WorkflowEngine.WorkflowEngine | Layer.Success<typeof Services>>]

/**
 * Every durable workflow that this program can run, with its programs. A version leaves this list when no run holds it any
 * more; until then the service refuses to start without it.
 */
export const all: ReadonlyArray<Work> = [
  [ConsentTimer, ConsentTimerProgram],
  [ContactImport, ContactImportRun],
  [EmailRun, EmailProgram],
  [Rescore, RescoreProgram],
  [TaskDue, TaskDueProgram]
]

/** The engine with a set of workflows on it. */
export const durableWork = (workflows: ReadonlyArray<Work>) =>
  Layer.mergeAll(Starter, Retention, ...workflows.map(([, program]) => program)).pipe(
    Layer.provide(Engine),
    Layer.provide(inUse),
    Layer.provide(Layer.succeed(Definitions, workflows.map(([definition]) => definition)))
  )

/** The engine at work. */
export const DurableWorkflows = durableWork(all)
