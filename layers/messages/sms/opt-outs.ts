import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type OptOut, optOut } from "#schemas/messages/sms/opt-out"
import { Caller } from "#schemas/kernel/tenancy"
import { recordChange } from "../../kernel/receipts/change-log.ts"
import { repository } from "../../kernel/repository.ts"
import { exists, first } from "../../kernel/sql.ts"

/** Who does not want texts of the caller's company, in the caller's mode. */
export class OptOuts extends Context.Service<OptOuts>()("layers/messages/OptOuts", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const optOuts = yield* repository(optOut, { noun: "opt-out" })
    const { columns, inTenant } = optOuts.sql
    const of = (phone: string) => sql`address = address_digest(company_id, ${phone})`

    const find = Effect.fnUntraced(function*(phone: string) {
      const { mode } = yield* Caller
      return yield* first(sql<OptOut>`select ${columns} from opt_outs where ${inTenant} and livemode = ${mode === "live"} and ${of(phone)} for update`)
    })

    return {
      page: optOuts.page,
      records: optOuts.records,
      /** The one of a number. */
      ofPhone: find,
      has: Effect.fnUntraced(function*(phone: string) {
        const { mode } = yield* Caller
        return yield* exists(sql`select id from opt_outs where ${inTenant} and livemode = ${mode === "live"} and ${of(phone)}`)
      }),
      /** Whether it is new: the first one of a number stays as it is. */
      add: Effect.fnUntraced(function*({ guessed, message_id, phone, source, text }: Pick<OptOut, "guessed" | "message_id" | "phone" | "source" | "text"> & { readonly phone: string }) {
        const { company_id, mode } = yield* Caller
        const made = yield* first(sql<OptOut>`
          insert into opt_outs (company_id, address, phone, source, guessed, text, message_id, livemode)
          values (${company_id}, address_digest(${company_id}, ${phone}), ${phone}, ${source}, ${guessed}, ${text}, ${message_id}, ${mode === "live"})
          on conflict (company_id, livemode, address) do nothing returning ${columns}`)
        if (made._tag === "Some") {
          yield* recordChange({ object: "opt_out", id: made.value.id, before: null, after: made.value, events: ["message.opted_out"] })
        }
        return made
      }),
      /** The number of a link (`OptOutLinks`), which is known by its digest where the person was erased. */
      addByLink: Effect.fnUntraced(function*(code: string) {
        const { mode } = yield* Caller
        const made = yield* first(sql<OptOut>`
          insert into opt_outs (company_id, address, phone, source, guessed, livemode)
          select company_id, address, phone, 'link', false, livemode from sms_opt_out_links where ${inTenant} and livemode = ${mode === "live"} and code = ${code}
          on conflict (company_id, livemode, address) do nothing returning ${columns}`)
        if (made._tag === "Some") {
          yield* recordChange({ object: "opt_out", id: made.value.id, before: null, after: made.value, events: ["message.opted_out"] })
        }
      }),
      removeByLink: Effect.fnUntraced(function*(code: string) {
        const { mode } = yield* Caller
        const gone = yield* first(sql<OptOut>`delete from opt_outs where ${inTenant} and livemode = ${mode === "live"}
          and address = (select address from sms_opt_out_links where ${inTenant} and livemode = ${mode === "live"} and code = ${code}) returning ${columns}`)
        if (gone._tag === "Some") yield* recordChange({ object: "opt_out", id: gone.value.id, before: gone.value, after: null })
      }),
      /** The number may be written to again. */
      remove: Effect.fnUntraced(function*(before: OptOut) {
        yield* Effect.orDie(sql`delete from opt_outs where ${inTenant} and id = ${before.id}`)
        yield* recordChange({ object: "opt_out", id: before.id, before, after: null })
      })
    }
  })
}) {
  static readonly layer = Layer.effect(OptOuts, OptOuts.make)
}
