import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { opened, type Shop } from "../../faults/chaos/clients.ts"
import { Line } from "../../faults/chaos/line.ts"
import { seed, type Seeded } from "../seed.ts"
import { sizesOf } from "./model.ts"

export interface Company extends Seeded {
  readonly slug: string
  readonly shop: Shop
}

/** A company with so many records: of ten four contacts, four activities, a deal and a task. */
const company = Effect.fnUntraced(function*(name: string, records: number) {
  const sql = yield* SqlClient.SqlClient
  const made = yield* seed(name, Math.max(8, Math.round(records * 0.4)))
  yield* sql`insert into activities (company_id, kind, subject, contact_id, occurred_at)
    select company_id, (array['note', 'call', 'meeting', 'email'])[1 + id % 4], 'About the offer', id, now() - make_interval(days => (id % 300)::int)
    from contacts where company_id = ${made.company}`
  yield* sql`insert into deals (company_id, title, pipeline_id, stage, amount, currency, contact_id)
    select c.company_id, 'Offer', s.pipeline_id, s.name, 1000 + c.id % 9000, 'USD', c.id
    from contacts c, lateral (
      select pipeline_id, name from pipeline_stages where company_id = ${made.company} and outcome = 'open' order by position limit 1) s
    where c.company_id = ${made.company} and c.id % 4 = 0`
  yield* sql`insert into tasks (company_id, title, contact_id) select company_id, 'Send the offer', id from contacts where company_id = ${made.company} and id % 4 = 1`
  yield* sql`insert into standing_consents (company_id, key_id, verb, agents) select company_id, id, 'adjust_inventory', false from api_keys where company_id = ${made.company}`
  return made
})

/** All companies, the largest first, with what their shops and calendars need, which the service itself makes. */
export const companies = Effect.fnUntraced(function*(port: number, count: number, records: number, say: (text: string) => void) {
  const sizes = sizesOf(count, records)
  const made = yield* Effect.forEach(sizes, (size, n) => Effect.tap(company(`Company ${n + 1}`, size), () =>
    Effect.sync(() => (n + 1) % 100 === 0 && say(`${n + 1} companies are in`))))
  const sql = yield* SqlClient.SqlClient
  yield* sql`analyze`
  return yield* Effect.promise(async () => {
    const all: Array<Company> = []
    for (const one of made) {
      const line = new Line(one.company, one.key, [port], { patience: 60_000 })
      const { body } = await line.ask("GET", "/company/settings")
      all.push({ ...one, slug: body.slug, shop: await opened(line) })
    }
    return all
  })
})
