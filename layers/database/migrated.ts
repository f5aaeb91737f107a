import { Effect } from "effect"
import type { Redacted } from "effect"
import { owner } from "./connections.ts"
import { cannotConnect, isConnectionProblem, refusedBy } from "./problem.ts"
import { migrate } from "./migrations.ts"

/** Brings a database up to date and answers with what had to be done, oldest first. Several processes may do it at once. */
export const migrated = (url: Redacted.Redacted) =>
  migrate.pipe(
    Effect.provide(owner(url)),
    Effect.mapError((error) =>
      isConnectionProblem(error) ? cannotConnect(url)(error) : refusedBy(url, "be brought up to date")(error))
  )
