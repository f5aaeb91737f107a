import { spawnSync } from "node:child_process"
import { readFileSync, statSync } from "node:fs"
import { Effect } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import { attempt, reasonOf } from "./attempt.ts"

/** Who PostgreSQL runs as. `identity` is empty when that is who we are. */
export interface Account {
  readonly name: string
  readonly uid: number
  /** Whether that is somebody else than us, who are root. */
  readonly dropped: boolean
  readonly identity: { readonly uid: number; readonly gid: number } | {}
}

const ourselves = (uid: number): Account => ({ name: `user ${uid}`, uid, dropped: false, identity: {} })

const other = (name: string, uid: number, gid: number): Account =>
  ({ name, uid, dropped: true, identity: { uid, gid } })

/** The failure of a system call, made while becoming the account, in words. */
export const cannotBecome = ({ dropped, name }: Account, error: unknown) =>
  new StartFailure({
    message: dropped
      ? `This process is root but cannot start PostgreSQL as ${name}: ${reasonOf(error)}; `
        + "run the service as an ordinary user, or set DATABASE_URL."
      : `Cannot start PostgreSQL: ${reasonOf(error)}.`
  })

/**
 * PostgreSQL refuses to run as root, so root hands it to the owner of the data, else to `postgres`
 * (`_postgres` on macOS), else to `nobody`.
 * `data` are the folders where data may be, the likeliest first.
 */
export const accountFor = Effect.fnUntraced(function*(data: ReadonlyArray<string>) {
  const uid = process.getuid?.() ?? 0
  if (uid !== 0) return ourselves(uid)

  const passwd = yield* attempt("read /etc/passwd", () => readFileSync("/etc/passwd", "utf8"))
  const users = passwd.split("\n").map((line) => line.split(":"))
  for (const folder of data) {
    const stat = yield* attempt(`look at ${folder}`, () => statSync(folder, { throwIfNoEntry: false }))
    if (stat === undefined || stat.uid === 0) continue
    const [name = `user ${stat.uid}`] = users.find((fields) => Number(fields[2]) === stat.uid) ?? []
    return other(name, stat.uid, stat.gid)
  }
  const found = ["postgres", "_postgres", "nobody"]
    .map((wanted) => users.find(([name]) => name === wanted))
    .find((user) => user !== undefined)
  if (found === undefined) {
    return yield* new StartFailure({
      message: "PostgreSQL refuses to run as root and there is no user postgres or nobody to run it as: "
        + "run the service as an ordinary user."
    })
  }
  return other(found[0]!, Number(found[2]), Number(found[3]))
})

/**
 * Whether the account can enter these folders and run these programs. Asked of the system itself, by a process of that
 * account, since modes alone do not tell (access lists, mounts without `exec`).
 */
export const reaches = Effect.fnUntraced(function*(account: Account, paths: ReadonlyArray<string>) {
  if (!account.dropped) return true
  const test = `for path in "$@"; do [ -x "$path" ] || exit 1; done`
  const run = { ...account.identity, cwd: "/", stdio: "ignore" } as const
  const { error, status } = spawnSync("/bin/sh", ["-c", test, "sh", ...paths], run)
  if (error !== undefined) return yield* cannotBecome(account, error)
  return status === 0
})
