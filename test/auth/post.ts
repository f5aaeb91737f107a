import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import PostalMime, { type Email } from "postal-mime"

/** A letter as a mail program reads it. */
export interface Received extends Pick<Email, "subject" | "text" | "html" | "headers" | "messageId"> {
  readonly from: string
  readonly to: ReadonlyArray<string>
  /** The token of its link; "" where it has none. */
  readonly token: string
  /** The address that the link leads to, without the token. */
  readonly link: string
}

/** Reads a message of RFC 5322. */
export const read = async (message: Uint8Array | string): Promise<Received> => {
  const { from, headers, html, messageId, subject, text, to } = await PostalMime.parse(message)
  const [, link = "", token = ""] = /(https?:\/\/\S+\?token=)(\S+)/.exec(text ?? "") ?? []
  return { subject, text, html, headers, messageId, from: from?.address ?? "", to: (to ?? []).map(({ address }) => address ?? ""), link, token }
}

/** The e-mails that a server without a mail server wrote to its `dataDir`, oldest first. */
export const emailsIn = (dataDir: string) =>
  Effect.promise(async () => {
    const folder = join(dataDir, "mail")
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"))
    const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
    const found: Array<Received> = []
    for (const { name } of dated.toSorted((a, b) => a.at - b.at)) found.push(await read(await readFile(join(folder, name))))
    return found
  })

/** Waits for so many e-mails to an address, and answers with the last; up to ten seconds. */
export const emailTo = (dataDir: string, email: string, count = 1) =>
  Effect.gen(function*() {
    for (;;) {
      const mine = (yield* emailsIn(dataDir)).filter(({ to }) => to.includes(email))
      if (mine.length >= count) return mine.at(-1)!
      yield* Effect.sleep("30 millis")
    }
  }).pipe(Effect.timeout("90 seconds"), Effect.orDie)
