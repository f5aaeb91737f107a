import { createHash } from "node:crypto"
import { lstatSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import type { Account } from "./account.ts"
import { attempt, codeOf } from "./attempt.ts"
import { privateFolder } from "./folder.ts"

/** Systems take 103 bytes for the path of a socket, some more. */
const fits = (folder: string) => Buffer.byteLength(join(folder, ".s.PGSQL.5432")) <= 100

const elsewhere = (data: string, account: Account) => {
  const name = `business-platform-${createHash("sha256").update(data).digest("hex").slice(0, 16)}`
  const folders = account.dropped ? ["/tmp"] : [tmpdir(), "/tmp"]
  return folders.map((folder) => join(folder, name)).find(fits) ?? join("/tmp", name)
}

const ensure = (folder: string, account: Account) => {
  try {
    privateFolder(folder, account)
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error
  }
  const stat = lstatSync(folder)
  return stat.isDirectory() && stat.uid === account.uid && (stat.mode & 0o077) === 0
}

/** The folder of the socket, which nobody else can enter: the data folder, unless its path is too long for a socket. */
export const socketFolder = Effect.fnUntraced(function*(data: string, account: Account) {
  if (fits(data)) return data
  const folder = elsewhere(data, account)
  if (yield* attempt(`make the folder ${folder}`, () => ensure(folder, account))) return folder
  return yield* new StartFailure({
    message: `The folder ${folder}, for PostgreSQL's socket, is not private to ${account.name}: remove it, or set DATA_DIR `
      + "to a path shorter than 85 characters."
  })
})
