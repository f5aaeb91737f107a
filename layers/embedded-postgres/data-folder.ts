import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import { attempt } from "./attempt.ts"
import { complete, privateFolder } from "./folder.ts"
import { runGuarded } from "./guard.ts"
import { unrunnable } from "./native.ts"
import type { Place } from "./place.ts"
import { said } from "./server-log.ts"

const look = (data: string) =>
  attempt(`read the data folder ${data}`, () => {
    const stat = statSync(data, { throwIfNoEntry: false })
    return { stat, names: stat?.isDirectory() ? readdirSync(data) : [] }
  }, "make it readable, or set DATA_DIR to another folder")

/** Whether the folder holds data that this PostgreSQL can serve; false when it must be made first. */
const usable = Effect.fnUntraced(function*({ account, data, native }: Place) {
  const { names, stat } = yield* look(data)
  if (stat === undefined || (stat.isDirectory() && names.length === 0)) return false

  const refuse = (why: string) => new StartFailure({ message: `The data folder ${data} ${why}.` })
  if (!names.includes("PG_VERSION")) {
    return yield* refuse("holds something else than PostgreSQL's data: empty it, or set DATA_DIR to another folder")
  }
  if (stat.uid !== account.uid) {
    return yield* refuse(
      `belongs to user ${stat.uid} but PostgreSQL runs as ${account.name}: run chown -R ${account.uid} ${data}`
    )
  }
  if ((stat.mode & 0o027) !== 0) return yield* refuse(`is open to other users: run chmod 700 ${data}`)

  const version = yield* attempt(`read ${data}/PG_VERSION`, () => readFileSync(join(data, "PG_VERSION"), "utf8").trim())
  if (version !== native.major) {
    return yield* refuse(
      `was made by PostgreSQL ${version} and this is PostgreSQL ${native.major}, which cannot read it: dump it with `
        + `version ${version} and load the dump here, or set DATA_DIR to another folder`
    )
  }
  return true
})

const initialise = ({ account, data, native }: Place, durable: boolean) =>
  complete(data, (fresh) =>
    Effect.gen(function*() {
      const initdb = join(native.root, "bin/initdb")
      yield* attempt(`make the folder ${fresh}`, () => privateFolder(fresh, account), "set DATA_DIR to another folder")
      const program = yield* runGuarded(account, [
        initdb, "-D", fresh, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8", "--no-instructions", ...durable ? [] : ["--no-sync"]
      ])
      const code = yield* program.ended
      if (code === 127) return yield* unrunnable(initdb, said(program.lastLines))
      if (code !== 0) {
        return yield* new StartFailure({
          message: `PostgreSQL could not make the data folder ${data}; initdb says: ${said(program.lastLines)}`
        })
      }
    }).pipe(Effect.scoped))

/** Makes the data folder unless it is there and fit for use. `durable` survives a power cut right after. */
export const prepare = Effect.fnUntraced(function*(place: Place, durable: boolean) {
  if (yield* usable(place)) return
  yield* initialise(place, durable)
  yield* usable(place)
})
