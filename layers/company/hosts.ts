import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { newToken } from "../auth/opaque-tokens.ts"
import { type Host, host } from "#schemas/company/host"
import { Conflict } from "#schemas/kernel/errors"
import { countForLimit } from "../kernel/company-lock.ts"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { execute, first, now } from "../kernel/sql.ts"

/** What a TXT record says, and where. */
export const CHALLENGE = "_service-challenge"
const VALUE = "service-host-proof="

/** The hosts of the caller's company. */
export class Hosts extends Context.Service<Hosts>()("layers/company/Hosts", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const hosts = yield* repository(host, {
      computed: {
        proof: `jsonb_build_object('type', 'TXT', 'name', '${CHALLENGE}.' || host, 'value', '${VALUE}' || proof)`
      },
      unique: {
        hosts_of_company: "host",
        hosts_proved: () => new Conflict({ message: "Another company has proved that this host is its own." })
      }
    })
    const { inTenant } = hosts.sql
    return {
      page: hosts.page,
      find: hosts.find,
      get: hosts.get,
      records: hosts.records,
      all: Effect.orDie(sql<Host>`select ${hosts.sql.columns} from hosts where ${inTenant} order by id`),
      count: Effect.orDie(countForLimit(sql, "hosts", sql`hosts where ${inTenant}`)),
      /** The one that the company is reached at, if any was proved. */
      firstProved: first(sql<{ host: string }>`select host from hosts where ${inTenant} and proved_at is not null order by id limit 1`),
      add: (name: string) => hosts.create({ host: name, proof: newToken() }, { events: ["host.added"] }),
      proved: (before: Host) => hosts.update(before, { proved_at: now, checked_at: now, problem: null }, { events: ["host.proved"] }),
      unproved: (before: Host, problem: string) => hosts.update(before, { checked_at: now, problem }),
      remove: Effect.fnUntraced(function*(before: Host) {
        yield* execute(sql`delete from hosts where ${inTenant} and id = ${before.id}`)
        yield* recordChange({ object: "host", id: before.id, before, after: null, events: ["host.removed"] })
        return before
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Hosts, Hosts.make)
}
