import { Effect, Schedule } from "effect"
import { JobsSql } from "../database/connections.ts"
import { Storage } from "../providers/storage/storage.ts"

const EVERY = "20 seconds"

/** Objects that are removed in one round. */
const MOST = 200

/**
 * Removes objects that nobody needs, of media, of recordings of calls and of files of texts: of those that were deleted or failed, and of runs that a newer
 * one followed. The row that notes an object is written before the object, and goes after it. So does what a process left half written when it ended.
 */
export const unusedObjectsRemoved = Effect.gen(function*() {
  const sql = yield* JobsSql
  const storage = yield* Storage

  const round = Effect.gen(function*() {
    yield* storage.tidy
    const unused = yield* sql<{ company_id: number; prefix: string; name: string }>`
      select company_id, prefix, name from media_objects o where not exists (
        select from media m where m.company_id = o.company_id and m.prefix = o.prefix and m.status <> 'failed')
        and not exists (select from call_recordings r where r.company_id = o.company_id and r.prefix = o.prefix)
        and not exists (select from sms_messages t where t.company_id = o.company_id and t.media_prefix = o.prefix)
      limit ${MOST}`
    /* One after another: of several calls to a store that is just back, all but one are refused. */
    yield* Effect.forEach(unused, ({ company_id, prefix, name }) =>
      Effect.andThen(
        storage.remove(`${prefix}/${name}`),
        sql`delete from media_objects where company_id = ${company_id} and prefix = ${prefix} and name = ${name}`
      ), { discard: true })
  })

  yield* round.pipe(
    Effect.tapCause((cause) => Effect.logWarning(`remove objects that nobody needs: will try again in ${EVERY}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY)),
    Effect.forkScoped
  )
})
