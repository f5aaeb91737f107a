import { randomBytes } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller, type Mode } from "#schemas/kernel/tenancy"
import { SystemSql } from "../../database/connections.ts"
import { execute, first } from "../../kernel/sql.ts"

/** Whose link it is: a number of one mode of a company. */
export interface OptOutLink {
  readonly company_id: CompanyId
  readonly phone: string | null
  readonly livemode: boolean
}

/** 72 bits: found by nobody who tries, and 12 characters of a text. */
const CODE_BYTES = 9

/** Of this length is every code, so that a text is counted before it has one. */
export const ANY_CODE = "-".repeat(CODE_BYTES / 3 * 4)

/** Links by which numbers opt out. */
export class OptOutLinks extends Context.Service<OptOutLinks>()("layers/messages/OptOutLinks", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    return {
      /** The code of each number, made for those that have none. */
      of: Effect.fnUntraced(function*(phones: ReadonlyArray<string>) {
        const { company_id, mode } = yield* Caller
        const live = mode === "live"
        const wanted = JSON.stringify([...new Set(phones)].toSorted().map((phone) => ({ phone, code: randomBytes(CODE_BYTES).toString("base64url") })))
        yield* execute(sql`insert into sms_opt_out_links (company_id, address, phone, code, livemode)
          select ${company_id}, address_digest(${company_id}, phone), phone, code, ${live} from jsonb_to_recordset(${wanted}::jsonb) as x(phone text, code text)
          on conflict (company_id, livemode, address) do update set phone = excluded.phone where sms_opt_out_links.phone is null`)
        const rows = yield* Effect.orDie(sql<{ phone: string; code: string }>`select l.phone, l.code from sms_opt_out_links l
          where l.company_id = (select current_company()) and l.livemode = ${live}
            and l.address in (select address_digest(${company_id}::bigint, p) from unnest(${[...phones]}::text[]) as p)`)
        return new Map(rows.map(({ code, phone }) => [phone, code]))
      }),
      /** Whose a link is, of this company or of any. */
      find: (code: string, company: number | undefined) =>
        first(system<OptOutLink>`select company_id, phone, livemode from sms_opt_out_links
          where code = ${code} and (${company ?? null}::bigint is null or company_id = ${company ?? null})`),
      /** Whether the number of a link gets no texts. */
      isOut: (code: string, mode: Mode) =>
        Effect.map(
          first(sql`select o.id from sms_opt_out_links l join opt_outs o on o.company_id = l.company_id and o.livemode = l.livemode and o.address = l.address
            where l.company_id = (select current_company()) and l.code = ${code} and l.livemode = ${mode === "live"}`),
          (found) => found._tag === "Some"
        )
    }
  })
}) {
  static readonly layer = Layer.effect(OptOutLinks, OptOutLinks.make)
}
