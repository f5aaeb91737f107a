import Fastify from "fastify"
import type { AddressInfo } from "node:net"
import pg from "pg"

/** The measure of reports: the statement that somebody writes by hand for each, prepared, with no row level security and no limits. */

const companies = new Map(Object.entries(JSON.parse(process.env["BENCH_KEYS"]!) as Record<string, number>))
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"]!, max: Number(process.env["DATABASE_POOL"]) })
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const month = (at: string) => `to_char(date_trunc('month', ${at} at time zone $2), 'YYYY-MM-DD')`
const within = (at: string) =>
  `${at} >= (date_trunc('day', now() at time zone $2) - interval '364 days') at time zone $2 and ${at} < (date_trunc('day', now() at time zone $2) + interval '1 day') at time zone $2`

/** By the place of the report in the bench. */
const statements = [
  `select ${month("t.occurred_at")} as by, r.currency, -sum(r.amount)::bigint as value
    from ledger_entries r join ledger_transactions t on t.company_id = r.company_id and t.id = r.transaction_id
    where r.company_id = $1 and r.livemode and t.phase = 'posted' and r.account in ('revenue', 'refunds') and ${within("t.occurred_at")} group by 1, 2 order by 1`,
  `select ${month("closed_at")} as by, currency, sum(amount)::bigint as value from deals
    where company_id = $1 and deleted_at is null and status = 'won' and ${within("closed_at")} group by 1, 2 order by 1`,
  `select source as by, null as currency, count(*) as value from contacts
    where company_id = $1 and deleted_at is null and ${within("created_at")} group by 1 order by 3 desc`,
  `select ${month("finalized_at")} as by, currency, sum(amount - tax)::bigint as value from invoices
    where company_id = $1 and livemode and state not in ('draft', 'void') and ${within("finalized_at")} group by 1, 2 order by 1`,
  `select s.name as by, null as currency, count(*) as value from appointments r left join services s on s.company_id = r.company_id and s.id = r.service_id
    where r.company_id = $1 and r.livemode and r.status in ('booked', 'completed', 'no_show') and ${within("r.starts_at")} group by 1 order by 3 desc`
]

interface Row {
  readonly by: string | null
  readonly currency: string | null
  readonly value: number
}

const totalsOf = (rows: ReadonlyArray<Row>) =>
  [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, those]) => ({ currency, value: those.reduce((sum, { value }) => sum + value, 0) }))

const text = { type: "string", nullable: true }
const figures = { currency: text, value: { type: "number" } }
const result = {
  type: "object",
  properties: {
    rows: { type: "array", items: { type: "object", properties: { by: { type: "array", items: text }, ...figures } } },
    totals: { type: "array", items: { type: "object", properties: figures } },
    as_of: { type: "string" }
  }
}

const app = Fastify({ logger: false })
app.post<{ Params: { id: number } }>("/reports/:id", { schema: { response: { 200: result } } }, async ({ headers, params }, reply) => {
  const company = companies.get(headers.authorization?.startsWith("Bearer ") ? headers.authorization.slice(7) : "")
  if (company === undefined) return reply.code(401).send({ rows: [], totals: [], as_of: "" })
  const { rows } = await pool.query<Row>({ name: `report ${params.id}`, text: statements[Number(params.id)]!, values: [company, "UTC"] })
  return { rows: rows.map(({ by, ...figures }) => ({ by: [by], ...figures })), totals: totalsOf(rows), as_of: new Date().toISOString() }
})

process.once("disconnect", () => process.exit(0))
await app.listen({ port: 0, host: "127.0.0.1" })
process.send!({ address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` })
