import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type PublishableKey, publishableKey } from "#schemas/auth/publishable-key"
import { prefixOf } from "#schemas/kernel/api-key"
import { Caller } from "#schemas/kernel/tenancy"
import { repository } from "../kernel/repository.ts"
import { hashOf } from "./api-keys.ts"
import { memberNamed } from "./members.ts"

/** The publishable keys of the caller's company. They are rows of `api_keys`, as receipts name all credentials by one kind of id. */
export class PublishableKeys extends Context.Service<PublishableKeys>()("layers/auth/PublishableKeys", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const keys = yield* repository(publishableKey, {
      table: "api_keys",
      noun: "publishable key",
      only: "kind = 'publishable'",
      equal: ["mode"],
      computed: { created_by: memberNamed("api_keys.created_by", "api_keys.company_id") }
    })
    return {
      page: keys.page,
      get: keys.get,
      records: keys.records,
      add: Effect.fnUntraced(function*(key: string, values: typeof publishableKey.create.Type) {
        const { person } = yield* Caller
        return yield* keys.create({
          ...values, kind: "publishable", scopes: [], hash: hashOf(key), prefix: prefixOf(key), created_by: person?.user_id ?? null
        }, { events: ["publishable_key.created"] })
      }),
      revoke: (before: PublishableKey) => keys.update(before, { revoked_at: sql`now()` }, { events: ["publishable_key.revoked"] })
    }
  })
}) {
  static readonly layer = Layer.effect(PublishableKeys, PublishableKeys.make)
}
