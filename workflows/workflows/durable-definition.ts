import type { Effect, Layer, Scope } from "effect"
import type { Workflow, WorkflowEngine } from "effect/workflow"
import type { Definition } from "#layers/workflows/definitions"
import type { Priority, Runs, Start } from "#layers/workflows/runs"
import type { Writes } from "#layers/workflows/writes"
import type { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import type { CurrentRun } from "../current-run.ts"
import type { Continued } from "./continue-as-new.ts"
import type { Kept } from "./kept-json.ts"
import type { SettableAttributes, Types } from "./search-attributes.ts"

export type InRun = WorkflowEngine.WorkflowEngine | WorkflowEngine.WorkflowInstance

/** What every program of a run finds there. */
export type Given = InRun | Caller | CurrentRun | Scope.Scope

/** A durable workflow, as `durable` makes it. */
export interface Durable<Input, Success extends Kept, Error extends Kept, Attributes extends Types = {}, State = {}> extends Definition {
  readonly definition: Definition
  readonly workflow: Workflow.Any & { readonly successSchema: Success; readonly errorSchema: Error }
  /** The payload as JSON, and by what a run with it is found. */
  readonly asked: (payload: Input) => Effect.Effect<Pick<Start, "workflow" | "version" | "payload" | "searchAttributes" | "priority">>
  /**
   * Asks for a run, within the transaction in progress, and answers with its id. Under a `key`, once per company while the run
   * is kept. `priority` is that of its definition unless told.
   */
  readonly start: (payload: Input, how?: { readonly key?: string; readonly priority?: Priority }) => Effect.Effect<RunId, never, Runs | Caller>
  /**
   * Tells how far the run in progress is, in place of what it told before: within a `write` together with it, between steps as a step of this
   * name, which happens once. At most 16 KiB as JSON.
   */
  readonly setState: (state: State, name?: string) => Effect.Effect<void, never, InRun | CurrentRun | Writes | Caller>
  /** Sets what the run in progress is found by: within a `write` together with it, between steps as a step of this name; `null` takes one away. */
  readonly setSearchAttributes: (values: SettableAttributes<Attributes>, name?: string) => Effect.Effect<void, never, InRun | CurrentRun | Writes | Caller>
  /** What a run does. Everything it does to the outside is a `step` or a `write`; the rest is done again on each resumption. */
  readonly program: <R>(
    execute: (payload: Input) => Effect.Effect<Success["Type"] | Continued, Error["Type"], R>
  ) => Layer.Layer<never, never, WorkflowEngine.WorkflowEngine | Exclude<R, Given>>
}
