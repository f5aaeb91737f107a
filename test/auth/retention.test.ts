import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OwnerSql } from "../support/database.ts"
import { TestServer, SecondServer } from "../support/test-server.ts"
import { login } from "./signing.ts"

layer(TestServer, { excludeTestServices: true })("expired records", (it) => {
  it.effect("is forgotten by the chores, and nothing else is", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ended = yield* login("member")
      const lasting = yield* login("member")
      yield* sql`update api_keys set revoked_at = now() - interval '31 days' where id = ${ended.session_id}`
      yield* sql`update api_keys set revoked_at = now() - interval '29 days' where id = ${lasting.session_id}`
      for (const [table, rows] of [
        ["throttles (key, failures, since)", "('old', 1, now() - interval '25 hours'), ('new', 1, now())"],
        ["known_networks (account_id, network, last_at)", "(1, 'old', now() - interval '91 days'), (1, 'new', now())"],
        ["mail_tokens (hash, account_id, purpose, expires_at)", "('old', 1, 'verify', now() - interval '25 hours'), ('new', 1, 'verify', now())"],
        ["signing_keys (kid, public_jwk, private_jwk, active_from, retired_at)",
          "('old', '{}', '', now(), now() - interval '25 hours'), ('new', '{}', '', now(), now() - interval '23 hours')"]
      ] as const) yield* sql.unsafe(`insert into identity.${table} values ${rows}`)
      yield* Layer.build(SecondServer())

      const left = Effect.gen(function*() {
        const [row] = yield* sql<Record<string, number>>`select
          (select count(*) from identity.throttles where key = 'old') + (select count(*) from identity.known_networks where network = 'old')
            + (select count(*) from identity.mail_tokens where hash = 'old') + (select count(*) from identity.signing_keys where kid = 'old')
            + (select count(*) from sessions where key_id = ${ended.session_id}) as old,
          (select count(*) from identity.throttles where key = 'new') + (select count(*) from identity.known_networks where network = 'new')
            + (select count(*) from identity.mail_tokens where hash = 'new') + (select count(*) from identity.signing_keys where kid = 'new')
            + (select count(*) from sessions where key_id = ${lasting.session_id}) as new,
          (select count(*) from refresh_tokens where key_id = ${ended.session_id}) as refresh_tokens,
          (select count(*) from api_keys where id = ${ended.session_id}) as credentials`
        return row!
      })
      yield* Effect.repeat(Effect.delay(left, "20 millis"), { until: (row) => row["old"] === 0 }).pipe(Effect.timeout("90 seconds"))
      /* Receipts name the credential, which stays. */
      assert.deepStrictEqual(yield* left, { old: 0, new: 5, refresh_tokens: 0, credentials: 1 })
    }))
})
