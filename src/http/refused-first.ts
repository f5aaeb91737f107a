import { Cause, Effect, Exit } from "effect"
import { DryRun } from "#layers/agents/dry-run"
import type { Operation } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { Response } from "./program.ts"

/** Calls that what they name may have outlived: nobody is to be asked about what would be refused anyway. */
const verbs: ReadonlySet<string> = new Set(["cancel_workflow_run", "retry_workflow_run", "restart_workflow_run"])

/** Refuses a call that is a conflict as things stand, before anybody is asked about it. */
export const refusedFirst = ({ name }: Operation, work: Response<unknown>, ask: Response<never>): Response<never> =>
  verbs.has(name)
    ? DryRun.use(({ run }) => run(work)).pipe(
      Effect.option,
      Effect.flatMap((tried) => {
        const error = tried._tag === "Some" && Exit.isFailure(tried.value.outcome) ? Cause.squash(tried.value.outcome.cause) : undefined
        return error instanceof Conflict ? Effect.fail(error) : ask
      })
    )
    : ask
