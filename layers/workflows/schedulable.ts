import type { Effect } from "effect"
import type { ValidationError } from "#schemas/kernel/errors"
import type { SchedulableWorkflow } from "#schemas/workflows/schedule"

/** A workflow of which companies may have schedules. */
export interface Schedulable extends SchedulableWorkflow {
  /** What a run is started with, as JSON. Fails where the input does not fit. */
  readonly payload: (input: { readonly [field: string]: unknown }) => Effect.Effect<unknown, ValidationError>
}
