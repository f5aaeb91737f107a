import { Console, Effect, Option } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { DatabaseUrl, dataOf, isMade } from "#layers/database/url"
import { Quiet } from "./beside.ts"
import { type Check, disk, fail, ok, port, redis, within } from "./checks.ts"

/** A database of our own that was never made is no fault, and looking does not make it. */
const database = Effect.gen(function*() {
  const { databaseUrl, dataDir } = yield* ServiceConfig
  if (Option.isNone(databaseUrl) && !(yield* isMade(dataOf(dataDir)))) {
    return [ok("database", `There is none yet: the first start makes one in ${dataOf(dataDir)}.`)]
  }
  return yield* Effect.flatMap(DatabaseUrl, within).pipe(Effect.provide(DatabaseUrl.beside))
}).pipe(Effect.catchTag("StartFailure", ({ message }) => Effect.succeed([fail("database", message)])))

const all: Effect.Effect<ReadonlyArray<Check>> = Effect.gen(function*() {
  const settings = yield* ServiceConfig
  const configuration = ok("configuration", "Every variable holds something it takes.")
  return [configuration, ...yield* database, disk(settings), yield* redis(settings), yield* port(settings)]
}).pipe(
  Effect.provide(ServiceConfig.layer),
  Effect.catchTag("StartFailure", ({ message }) => Effect.succeed([fail("configuration", message)])),
  Effect.provide(Quiet)
)

const line = ({ name, remedy, says, status }: Check) =>
  `${status.padEnd(5)} ${name.padEnd(14)} ${says}${remedy === undefined ? "" : ` ${remedy}`}`

/** Prints what was found; the exit code is 1 when something fails. */
export const examine = Effect.fnUntraced(function*(json: boolean) {
  const checks = yield* all
  const healthy = checks.every(({ status }) => status !== "fail")
  yield* Console.log(json ? JSON.stringify({ healthy, checks }) : checks.map(line).join("\n"))
  if (!healthy) process.exitCode = 1
})
