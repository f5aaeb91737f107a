import { statSync } from "node:fs"
import { Console, Effect, Layer, Option } from "effect"
import type { Contents } from "#layers/backup/contents"
import type { Recovered } from "#layers/backup/recovery"
import { check, restore } from "#layers/backup/restore"
import { newestIn } from "#layers/backup/retention"
import { ServiceConfig } from "#layers/kernel/config"
import { passphrasesOf } from "#layers/kernel/receipts/sealing"
import { StartFailure } from "#schemas/kernel/start-failure"
import { Quiet } from "./beside.ts"

interface Input {
  readonly file: string
  readonly check: boolean
  readonly json: boolean
  readonly log: Option.Option<string>
  readonly until: Option.Option<string>
}

export const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const told = ({ companies, newest, receipts }: Contents) =>
  `${counted(companies, "company", "companies")}, ${counted(receipts, "receipt", "receipts")}${newest === null ? "" : `, the newest of ${newest}`}.`

const read = ({ examined }: Recovered) =>
  examined === undefined ? "" : ` ${counted(examined.tables, "table", "tables")} with ${counted(examined.rows, "row", "rows")} and ${counted(examined.indexes, "index", "indexes")} were read whole.`

const reached = ({ ended, until }: Recovered) =>
  `${until === null ? "" : ` The last change taken from the log was made at ${until}.`}${ended ? " The log has none as late as the time that was asked for." : ""}`

/** Who only wants to look at a copy hardly thinks of it. */
const ALIVE = "Once it is started, it acts for real: it sends to the webhooks of its companies, runs their schedules and writes to their customers. To hold a copy that is only to be " +
  "looked at, start it without the settings of providers and where it reaches nothing outside; then pause its schedules and switch its webhooks off before it may."

/** What backups are sealed with: the newest SECRET_KEY first. */
export const passphrases = Effect.gen(function*() {
  const found = passphrasesOf((yield* ServiceConfig).secretKey)
  if (found.length > 0) return found
  return yield* new StartFailure({
    message: "Backups are sealed with SECRET_KEY, which is not set: set it (openssl rand -base64 48), keep it apart from the backups, and give it to the service too."
  })
})

/** With its zone, or it would depend on where it is read. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/

const untilOf = (text: Option.Option<string>) => {
  if (Option.isNone(text)) return Effect.succeed("backup" as const)
  if (text.value === "end") return Effect.succeed("end" as const)
  const at = new Date(text.value)
  return MOMENT.test(text.value) && !Number.isNaN(at.getTime())
    ? Effect.succeed(at)
    : new StartFailure({ message: `--until takes a time with its zone, like ${new Date(1e12).toISOString()}, or end.` })
}

export const restoreBackup = ({ check: only, file: given, json, log, until }: Input) =>
  Effect.gen(function*() {
    const { dataDir, walArchive } = yield* ServiceConfig
    const moment = yield* untilOf(until)
    const folder = Option.getOrUndefined(Option.orElse(log, () => walArchive))
    if (moment !== "backup" && folder === undefined) return yield* new StartFailure({ message: "--until needs the log of the database: name its folder with --log, or set WAL_ARCHIVE." })
    const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() === true
    const file = isFolder ? yield* newestIn(given, moment instanceof Date ? moment : undefined) : given
    const wanted = { file, passphrases: yield* passphrases, until: moment, log: folder }
    const found = yield* only ? check(wanted, dataDir) : restore(wanted, dataDir)
    yield* Console.log(json ? JSON.stringify({ file, ...found }) : `${only ? "Can be restored" : "Restored"}: ${told(found)}${read(found)}${moment === "backup" ? "" : reached(found)}`)
    if (!only && !json) yield* Console.log(ALIVE)
  }).pipe(Effect.provide(Layer.provideMerge(ServiceConfig.layer, Quiet)))
