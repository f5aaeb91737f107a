import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { type ConsentPurpose, type SmsConsent, smsConsent } from "#schemas/messages/sms/consent"
import { repository } from "../../kernel/repository.ts"
import { now } from "../../kernel/sql.ts"

/** Who agreed to texts of the caller's company, in the caller's mode. */
export class SmsConsents extends Context.Service<SmsConsents>()("layers/messages/SmsConsents", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const consents = yield* repository(smsConsent, { noun: "record of consent", counted: true })
    const { inTenant } = consents.sql
    return {
      ...consents,
      revoke: (before: SmsConsent) => before.revoked_at === null ? Effect.orDie(consents.update(before, { revoked_at: now })) : Effect.succeed(before),
      /** Those of the numbers for which somebody agreed to this. */
      given: Effect.fnUntraced(function*(phones: ReadonlyArray<string>, purpose: ConsentPurpose): Effect.fn.Return<ReadonlySet<string>, never, Caller> {
        const { mode } = yield* Caller
        const rows = yield* Effect.orDie(sql<{ phone: string }>`select distinct phone from sms_consents
          where ${inTenant} and livemode = ${mode === "live"} and phone = any(${[...phones]}::text[]) and revoked_at is null
            and ${purpose} = any(purposes)`)
        return new Set(rows.map(({ phone }) => phone))
      })
    }
  })
}) {
  static readonly layer = Layer.effect(SmsConsents, SmsConsents.make)
}
