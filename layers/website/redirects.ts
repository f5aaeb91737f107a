import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { redirect, type Redirect } from "#schemas/website/redirect"
import { repository } from "../kernel/repository.ts"
import { execute } from "../kernel/sql.ts"

/** A redirect as it is written. */
export type RedirectWritten = Pick<Redirect, "from" | "match" | "status" | "to">

/** Where visitors of the caller's company are sent who come to an address that was; both modes share the redirects. */
export class Redirects extends Context.Service<Redirects>()("layers/website/Redirects", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const redirects = yield* repository(redirect, {
      computed: { from: "from_path", to: "target" },
      sort: { from: { column: "from_path", type: "text" }, hits: { column: "hits", type: "bigint" } }
    })
    const { columns, inTenant } = redirects.sql
    const hold = execute(sql`select pg_advisory_xact_lock(hashtextextended('redirects ' || (select current_company()), 0))`)
    const all = Effect.orDie(sql<Redirect>`select ${columns} from redirects where ${inTenant} order by id`)

    /** Those of an address keep their hits. */
    const write = Effect.fnUntraced(function*(written: ReadonlyArray<RedirectWritten>, made_by: Redirect["made_by"]) {
      const { company_id } = yield* Caller
      yield* execute(sql`insert into redirects (company_id, from_path, match, target, status, made_by)
        select ${company_id}, w.from, w.match, w.to, w.status, ${made_by}
        from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as w("from" text, match text, "to" text, status int)
        on conflict (company_id, from_path, match) do update set target = excluded.target, status = excluded.status, made_by = excluded.made_by`)
    })

    return {
      ...redirects,
      /** Keeps others from changing them until the transaction ends. */
      hold,
      all,
      /** Makes these those that the company sets. */
      replace: Effect.fnUntraced(function*(written: ReadonlyArray<RedirectWritten>) {
        yield* execute(sql`delete from redirects r where ${inTenant} and made_by = 'company' and not exists (
          select from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as w("from" text, match text) where w.from = r.from_path and w.match = r.match)`)
        if (written.length > 0) yield* write(written, "company")
        return yield* all
      }),
      /**
       * Within the transaction in which a page leaves an address: whoever comes there is sent to where it is now (null: it is gone), and so is whoever
       * comes by a redirect that led there. Where a page comes to stands no redirect any more.
       */
      moved: Effect.fnUntraced(function*(from: string, to: string | null) {
        yield* hold
        if (to !== null) yield* execute(sql`delete from redirects where ${inTenant} and from_path = ${to} and match = 'exact'`)
        yield* execute(sql`update redirects set target = ${to}, status = ${to === null ? 410 : 301}
          where ${inTenant} and target = ${from} and match = 'exact'`)
        yield* write([{ from, match: "exact", to, status: to === null ? 410 : 301 }], "service")
      }),
      /** Adds those of a site that moved in; where one is there already, it stays. They are held. */
      bring: (written: ReadonlyArray<RedirectWritten>) => written.length === 0 ? Effect.void : write(written, "service"),
      /** Within the transaction in which a page comes to an address where none was: it is shown, and no redirect. */
      taken: (path: string) => Effect.andThen(hold, execute(sql`delete from redirects where ${inTenant} and from_path = ${path} and match = 'exact'`))
    }
  })
}) {
  static readonly layer = Layer.effect(Redirects, Redirects.make)
}
