import { Effect, Option, Stream } from "effect"
import { owner } from "#layers/database/connections"
import { cannotConnect, isConnectionProblem, refusedBy } from "#layers/database/problem"
import { type Books, journal, journalHead } from "#layers/payments/journal"
import type { CompanyId } from "#schemas/kernel/ids"
import { StartFailure } from "#schemas/kernel/start-failure"
import { type JournalFormat, journalWriters } from "#schemas/payments/journal"
import { besideService } from "./beside.ts"

interface Input {
  readonly company: CompanyId
  readonly format: JournalFormat
  readonly test: boolean
}

const written = (text: string) =>
  Effect.callback<void>((resume) => void process.stdout.write(text, () => resume(Effect.void)))

/** Written as it is read, so that books of any length take no more memory. */
export const exportLedger = ({ company, format, test }: Input) =>
  besideService(({ url }) => {
    const books: Books = { company, livemode: !test }
    const writer = journalWriters[format]
    return Effect.gen(function*() {
      const head = yield* journalHead(books)
      if (Option.isNone(head)) return yield* new StartFailure({ message: `There is no company ${company}.` })
      yield* written(writer.head(head.value))
      yield* journal(books).pipe(
        Stream.map((transactions) => transactions.map(writer.transaction).join("")),
        Stream.runForEach(written)
      )
    }).pipe(
      Effect.provide(owner(url)),
      Effect.catchTags({
        SqlError: (error) => isConnectionProblem(error) ? cannotConnect(url)(error) : refusedBy(url, "tell its books")(error)
      })
    )
  })
