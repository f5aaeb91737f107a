import { Effect } from "effect"
import { Hosts } from "#layers/company/hosts"
import { Site } from "#layers/kernel/installation/site"
import { TxtRecords } from "#layers/network/txt"
import type { Host } from "#schemas/company/host"
import type * as api from "#schemas/company/hosts.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, RateLimitExceeded, ValidationError } from "#schemas/kernel/errors"

const MOST = 100

export const list_hosts = (query: Input<typeof api.list_hosts>) => Hosts.use((hosts) => hosts.page(query))

export const add_host = Effect.fnUntraced(function*({ host }: Input<typeof api.add_host>) {
  const hosts = yield* Hosts
  const { linked } = yield* Site
  if (host === new URL(linked).hostname) {
    return yield* new ValidationError({
      message: "This host is the service's own.", details: [{ field: "host", error: "Expected a host of the company's own", received: host }]
    })
  }
  const had = yield* hosts.count
  if (had >= MOST) return yield* new Conflict({ message: `The company has ${had} hosts; it may have ${MOST}.` })
  return yield* hosts.add(host)
})

/** Why a look for the record proves nothing; nothing where it does. */
const problemOf = Effect.fnUntraced(function*({ proof: { name, value } }: Host) {
  const answer = yield* (yield* TxtRecords).of(name)
  switch (answer._tag) {
    case "Busy": return yield* new RateLimitExceeded({ message: "Many hosts are being checked; try again in a second.", retry_after: 1 })
    case "Unknown": return `The name servers could not say what is at ${name}.`
    case "None": return `There is no TXT record at ${name}.`
    case "Found": return answer.records.includes(value) ? undefined : `The TXT records at ${name} do not hold the value.`
  }
})

export const check_host = Effect.fnUntraced(function*({ id }: Input<typeof api.check_host>) {
  const hosts = yield* Hosts
  const before = yield* hosts.get(id, { lock: true })
  if (before.proved_at !== null) return before
  const problem = yield* problemOf(before)
  return yield* problem === undefined ? hosts.proved(before) : hosts.unproved(before, problem)
})

export const remove_host = Effect.fnUntraced(function*({ id }: Input<typeof api.remove_host>) {
  const hosts = yield* Hosts
  return yield* hosts.remove(yield* hosts.get(id, { lock: true }))
})
