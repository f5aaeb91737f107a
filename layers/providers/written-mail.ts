import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { ServiceConfig } from "../kernel/config.ts"
import { folderOf } from "./mail.ts"

/** Of e-mails to accounts, by when they were asked for; those to customers have other names. */
const NAME = /^\d{8}T\d{6}-[\da-f-]{36}\.eml$/u

/** How many of the newest are looked at. */
const MOST = 50

/** An e-mail that no server got. */
export interface WrittenEmail {
  readonly file: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The newest e-mail to an account for which `isWanted`, among those that were written to files for want of a mail server. */
export const newestWritten = Effect.fnUntraced(function*(isWanted: (email: WrittenEmail) => boolean) {
  const folder = folderOf((yield* ServiceConfig).dataDir)
  return yield* Effect.promise(async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name)).toSorted().toReversed()
    const { default: PostalMime } = await import("postal-mime")
    for (const name of names.slice(0, MOST)) {
      const file = join(folder, name)
      const { subject = "", text = "", to = [] } = await PostalMime.parse(await readFile(file))
      const email = { file, to: to[0]?.address ?? "", subject, text }
      if (isWanted(email)) return email
    }
    return undefined
  })
})
