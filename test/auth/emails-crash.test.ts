import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { hashOf } from "#layers/auth/api-keys"
import { AccountId } from "#schemas/kernel/ids"
import { sendEmail } from "#workflows/auth/emails"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { mailServer } from "./mail-server.ts"

const LETTERS = 40

it.live("e-mails are all sent, each under one name and with a link that works, whatever kills the process", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const { port, received } = yield* mailServer()
    const work = killedAfter(url, join(import.meta.dirname, "email-works.ts"), `smtp://127.0.0.1:${port}`)
    const until = (is: () => boolean) =>
      Effect.sync(is).pipe(Effect.repeat({ until: (so) => so, schedule: Schedule.spaced("2 millis") }), Effect.timeout("60 seconds"), Effect.orDie)

    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      for (let n = 0; n < LETTERS; n++) {
        const [account] = yield* sql<{ id: number }>`
          insert into identity.accounts (email, name) values (${`reader${n}@reader.example`}, 'Reader') returning id`
        yield* begin(sendEmail({ kind: "reset", account_id: AccountId.make(account!.id) }))
      }
      for (const enough of [1, 8, 17, 28]) yield* work(until(() => received.length >= enough))
      yield* work(Effect.gen(function*() {
        for (;;) {
          const [row] = yield* sql<{ n: number }>`select count(*)::int as n from workflow_runs where status = 'completed'`
          if (row!.n === LETTERS) return
          yield* Effect.sleep("30 millis")
        }
      }).pipe(Effect.timeout("90 seconds"), Effect.orDie))

      const names = new Map<string, Set<string>>()
      for (const { messageId, to } of received) names.set(to[0]!, (names.get(to[0]!) ?? new Set()).add(messageId!))
      assert.strictEqual(names.size, LETTERS)
      assert.deepStrictEqual([...names.values()].filter(({ size }) => size !== 1), [])
      assert.strictEqual(new Set(received.map(({ messageId }) => messageId)).size, LETTERS)
      const hashes = new Set((yield* sql<{ hash: Uint8Array }>`select hash from identity.mail_tokens`).map(({ hash }) => Buffer.from(hash).toString("hex")))
      for (const { token } of received) assert.isTrue(hashes.has(Buffer.from(hashOf(`reset ${token}`)).toString("hex")))
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))
