import { Effect } from "effect"
import { TxtRecords } from "#layers/network/txt"
import type { Host } from "#schemas/company/host"
import { RateLimitExceeded } from "#schemas/kernel/errors"

/** Why a look for the record proves nothing, if so; `known` is false where no name server could say. */
export const problemOf = Effect.fnUntraced(function*({ proof: { name, value } }: Host) {
  const answer = yield* (yield* TxtRecords).of(name)
  switch (answer._tag) {
    case "Busy": return yield* new RateLimitExceeded({ message: "Many hosts are being checked; try again in a second.", retry_after: 1 })
    case "Unknown": return { known: false, problem: `The name servers could not say what is at ${name}.` }
    case "None": return { known: true, problem: `There is no TXT record at ${name}.` }
    case "Found": return { known: true, problem: answer.records.includes(value) ? null : `The TXT records at ${name} do not hold the value.` }
  }
})
