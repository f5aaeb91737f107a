import { Effect } from "effect"
import { Hosts } from "#layers/company/hosts"
import { requireRoom } from "#layers/kernel/company-lock"
import { Site } from "#layers/kernel/installation/site"
import type * as api from "#schemas/company/hosts.api"
import type { Input } from "#schemas/kernel/catalog"
import { ValidationError } from "#schemas/kernel/errors"
import { problemOf } from "./host-problem.ts"
import { HostProof } from "./host-proof.ts"

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
  yield* requireRoom(hosts.count, MOST, "hosts")
  const added = yield* hosts.add(host)
  yield* HostProof.start({ host_id: added.id }, { key: `host ${added.id}` })
  return added
})

export const check_host = Effect.fnUntraced(function*({ id }: Input<typeof api.check_host>) {
  const hosts = yield* Hosts
  const before = yield* hosts.get(id, { lock: true })
  if (before.proved_at !== null) return before
  const { problem } = yield* problemOf(before)
  return yield* problem === null ? hosts.proved(before) : hosts.unproved(before, problem)
})

export const remove_host = Effect.fnUntraced(function*({ id }: Input<typeof api.remove_host>) {
  const hosts = yield* Hosts
  return yield* hosts.remove(yield* hosts.get(id, { lock: true }))
})
