import { Effect, Option } from "effect"
import { anonymousCaller, NO_CREDENTIAL } from "#layers/auth/audit"
import { Hosts } from "#layers/company/hosts"
import { Site } from "#layers/kernel/installation/site"
import type { Owner } from "#layers/payments/address-tokens"
import { Caller } from "#schemas/kernel/tenancy"

/** What the addresses of pages begin with, at a path or all: the company's own host, where one is proved, or the service's. */
export const baseOf = Effect.fnUntraced(function*(path: string) {
  const own = yield* (yield* Hosts).firstProved
  const { linked } = yield* Site
  return `${Option.match(own, { onNone: () => linked, onSome: ({ host }) => `https://${host}` })}${path}`
})

/** Records with their addresses, of what those hold by record. */
export const withAddresses = Effect.fnUntraced(function*<Row extends { readonly id: number }, R, S>(
  found: ReadonlyArray<Row>, base: Effect.Effect<string, never, R>,
  tokens: (ids: ReadonlyArray<Row["id"]>) => Effect.Effect<ReadonlyMap<number, string>, never, S>
) {
  const [start, known] = [yield* base, yield* tokens(found.map(({ id }) => id))]
  return found.map((row) => ({ ...row, url: `${start}/${known.get(row.id)}` }))
})

/** Does something for whoever has the address of a record; nothing where there is no such record, or `company_id` is another's. */
export const asHolder = <Id, A, E, R, S>(
  found: Effect.Effect<Option.Option<Owner<Id>>, never, S>, company_id: number | undefined,
  work: (owner: Owner<Id>) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function*() {
    const owner = Option.filter(yield* found, (one) => company_id === undefined || one.company_id === company_id)
    if (Option.isNone(owner)) return undefined
    const { company_id: whose, livemode } = owner.value
    return yield* Effect.provideService(work(owner.value), Caller, anonymousCaller(whose, NO_CREDENTIAL, livemode ? "live" : "test"))
  })
