import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Conflict } from "#schemas/kernel/errors"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import type { PhoneNumberId } from "#schemas/messages/voice/ids"
import { type Capability, type PhoneNumber, phoneNumber } from "#schemas/messages/voice/phone-number"
import { SystemSql } from "../../database/connections.ts"
import { repository } from "../../kernel/repository.ts"
import { first } from "../../kernel/sql.ts"

/** The numbers of the caller's company, in the caller's mode. */
export class PhoneNumbers extends Context.Service<PhoneNumbers>()("layers/messages/PhoneNumbers", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const numbers = yield* repository(phoneNumber, {
      noun: "phone number",
      unique: {
        phone_numbers_own: () => new Conflict({ message: "The company has this number already." }),
        phone_numbers_live: () => new Conflict({ message: "Another company has this number." })
      }
    })
    const { columns, inTenant } = numbers.sql
    return {
      ...numbers,

      /** Whose number it is that somebody outside called or wrote to by a provider; nothing where nobody has it. */
      ownerOf: (provider: PhoneNumber["provider"], phone: string) =>
        first(system<{ company_id: CompanyId; id: PhoneNumberId; livemode: boolean }>`
          select company_id, id, livemode from phone_numbers
          where phone = ${phone} and provider = ${provider} and provider <> 'simulated' and state in ('active', 'releasing') limit 1`),

      /** Who has these numbers, by providers of which texts come in. */
      ownersOf: (phones: ReadonlyArray<string>) =>
        Effect.orDie(system<Pick<PhoneNumber, "phone" | "provider"> & { readonly company_id: CompanyId }>`
          select company_id, phone, provider from phone_numbers
          where phone = any(${[...new Set(phones)]}::text[]) and provider <> 'simulated' and state in ('active', 'releasing')`),

      /** The company's own number of this phone, as long as it has it. */
      byPhone: Effect.fnUntraced(function*(phone: string): Effect.fn.Return<Option.Option<PhoneNumber>, never, Caller> {
        const { mode } = yield* Caller
        return yield* first(sql<PhoneNumber>`select ${columns} from phone_numbers
          where ${inTenant} and livemode = ${mode === "live"} and phone = ${phone} and state = 'active'`)
      }),

      /** The company's numbers that can do this, the oldest first. */
      able: Effect.fnUntraced(function*(capability: Capability): Effect.fn.Return<ReadonlyArray<PhoneNumber>, never, Caller> {
        const { mode } = yield* Caller
        return yield* Effect.orDie(sql<PhoneNumber>`select ${columns} from phone_numbers
          where ${inTenant} and livemode = ${mode === "live"} and state = 'active' and ${capability} = any(capabilities) order by id`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(PhoneNumbers, PhoneNumbers.make)
}
