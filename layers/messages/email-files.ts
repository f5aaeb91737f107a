import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Schedule } from "effect"
import { JobsSql } from "../database/connections.ts"
import { ServiceConfig } from "../kernel/config.ts"
import { folderOf } from "../providers/mail.ts"

/** How often erasures are looked for; files of e-mails that went otherwise are removed each sixtieth time. */
const EVERY = "1 minute"
const ROUNDS = 60

/** Files that are compared with their rows at a time. */
const BATCH = 1_000

interface Written {
  readonly name: string
  readonly company_id: string
  readonly id: string
  readonly at: string
}

const writtenIn = async (folder: string): Promise<ReadonlyArray<Written>> => {
  const found: Array<Written> = []
  for (const name of await readdir(folder).catch(() => [])) {
    const [, company_id, id] = /^customer-(\d+)-(\d+)\.eml$/.exec(name) ?? []
    const at = company_id === undefined ? undefined : await stat(join(folder, name)).catch(() => undefined)
    if (company_id !== undefined && id !== undefined && at !== undefined) found.push({ name, company_id, id, at: at.mtime.toISOString() })
  }
  return found
}

/**
 * E-mails to customers that were written to files of this process, where there is no mail server: removed once their rows are gone,
 * or an erasure took somebody out of them.
 */
export const emailFilesFollow = Effect.gen(function*() {
  const sql = yield* JobsSql
  const { dataDir } = yield* ServiceConfig
  const folder = folderOf(dataDir)
  let seen = 0n
  let round = 0

  const removed = Effect.fnUntraced(function*(files: ReadonlyArray<Written>) {
    const gone = yield* sql<{ name: string }>`
      select f.name from json_to_recordset(${JSON.stringify(files)}::json) as f (name text, company_id bigint, id bigint, at timestamptz)
      where not exists (select from emails e where e.company_id = f.company_id and e.id = f.id and not exists (
        select from erasures x where x.company_id = f.company_id and x.erased_at > f.at and x.erased_at <= e.updated_at))`
    for (const { name } of gone) yield* Effect.tryPromise(() => rm(join(folder, name), { force: true }))
  })

  const look = Effect.gen(function*() {
    const [{ last = 0n } = {}] = yield* sql<{ last: bigint }>`select coalesce(max(id), 0) as last from erasures`
    if (BigInt(last) === seen && round++ % ROUNDS > 0) return
    const files = yield* Effect.promise(() => writtenIn(folder))
    for (let from = 0; from < files.length; from += BATCH) yield* removed(files.slice(from, from + BATCH))
    seen = BigInt(last)
  })

  yield* look.pipe(
    Effect.tapCause((cause) => Effect.logWarning(`remove files of e-mails: will try again in ${EVERY}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY)),
    Effect.forkScoped
  )
})
