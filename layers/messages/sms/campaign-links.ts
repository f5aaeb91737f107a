import { randomBytes } from "node:crypto"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { SystemSql } from "../../database/connections.ts"
import { execute, first } from "../../kernel/sql.ts"

export interface NewLink {
  readonly recipient_id: number
  readonly code: string
  readonly url: string
}

/** 48 bits: as short as a text wants it, and not found by trying. */
const CODE_BYTES = 6

export const newCode = (): string => randomBytes(CODE_BYTES).toString("base64url")

/** Short links in texts of campaigns. */
export class CampaignLinks extends Context.Service<CampaignLinks>()("layers/messages/CampaignLinks", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    return {
      add: Effect.fnUntraced(function*(links: ReadonlyArray<NewLink>) {
        const { company_id } = yield* Caller
        if (links.length === 0) return
        yield* execute(sql`insert into campaign_links (company_id, recipient_id, code, url)
          select ${company_id}, recipient_id, code, url from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as x(recipient_id bigint, code text, url text)`)
      }),
      /** Where a link leads, of this company or of any; counts that a person followed it. */
      follow: (code: string, company: number | undefined, isPerson: boolean): Effect.Effect<Option.Option<string>> => {
        const which = sql`code = ${code} and (${company ?? null}::bigint is null or company_id = ${company ?? null})`
        return Effect.map(
          first(isPerson
            ? system<{ url: string }>`update campaign_links set clicks = clicks + 1, clicked_at = coalesce(clicked_at, now()) where ${which} returning url`
            : system<{ url: string }>`select url from campaign_links where ${which}`),
          Option.map(({ url }) => url)
        )
      }
    }
  })
}) {
  static readonly layer = Layer.effect(CampaignLinks, CampaignLinks.make)
}
