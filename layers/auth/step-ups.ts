import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { KeyId } from "#schemas/kernel/ids"
import { exists, inTenant, one } from "../kernel/sql.ts"

/** For how long somebody who proved again who they are is believed, in minutes. */
export const STEP_UP_MINUTES = 10

/** Which sessions proved a moment ago who uses them. In the transaction of the caller's company. */
export class StepUps extends Context.Service<StepUps>()("layers/auth/StepUps", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const own = inTenant(sql, "s")
    return {
      /** What was proved with the password alone counts no more once two-factor authentication is on. */
      isFresh: (session: KeyId) =>
        exists(sql`
          select from sessions s join identity.accounts a on a.id = s.account_id
          where ${own} and s.key_id = ${session} and s.stepped_up_at > now() - make_interval(mins => ${STEP_UP_MINUTES}::int)
            and s.stepped_up_at >= coalesce(a.totp_confirmed_at, '-infinity')`),
      /** The session has just proved it; answers with until when it is believed. */
      mark: (session: KeyId) =>
        Effect.map(one(sql<{ until: string }>`
          update sessions s set stepped_up_at = now() where ${own} and s.key_id = ${session}
          returning s.stepped_up_at + make_interval(mins => ${STEP_UP_MINUTES}::int) as until`), ({ until }) => until)
    }
  })
}) {
  static readonly layer = Layer.effect(StepUps, StepUps.make)
}
