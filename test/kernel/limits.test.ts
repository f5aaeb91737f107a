import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { MOST_AGENTS } from "#schemas/ai/agent"
import { MOST_DASHBOARDS } from "#schemas/analytics/dashboard"
import { MOST_GOALS } from "#schemas/analytics/goal"
import { MOST_REPORTS } from "#schemas/analytics/report"
import { MOST_FIELDS } from "#schemas/crm/custom-field"
import { MOST_SYNONYMS } from "#schemas/kb/synonym"
import { OwnerSql } from "../support/database.ts"
import { companyIds, TestServerWith, json, send } from "../support/test-server.ts"

const MOST_WEBHOOKS = 5
const MOST_HOSTS = 100
const AT_ONCE = 40
const ROOM = 3

interface Limited {
  readonly path: string
  readonly body: (n: number) => object
  readonly most: number
  readonly table: string
  /** What tells the rows of the table apart, of the nth. */
  readonly apart: string
}

const query = { measure: "new_contacts", period: "today" }

const limited: Readonly<Record<string, Limited>> = {
  webhooks: { path: "/webhooks", body: (n) => ({ url: `https://hooks.acme.example/${n}`, events: ["*"] }), most: MOST_WEBHOOKS, table: "webhooks", apart: "'url', 'https://kept.example/' || n" },
  "custom fields": {
    path: "/crm/fields", body: (n) => ({ object: "contact", key: `new_${n}`, label: `New ${n}`, type: "text" }), most: MOST_FIELDS, table: "custom_fields", apart: "'key', 'kept_' || n"
  },
  hosts: { path: "/company/hosts", body: (n) => ({ host: `shop${n}.acme.example` }), most: MOST_HOSTS, table: "hosts", apart: "'host', 'kept' || n || '.acme.example'" },
  agents: { path: "/chat/agents", body: (n) => ({ name: `agent_${n}`, instructions: "Answer.", verbs: ["list_contacts"] }), most: MOST_AGENTS, table: "ai_agents", apart: "'name', 'kept_' || n" },
  synonyms: { path: "/kb/synonyms", body: (n) => ({ words: [`voucher ${n}`, `gift card ${n}`] }), most: MOST_SYNONYMS, table: "kb_synonyms", apart: "'version', 1" },
  goals: { path: "/analytics/goals", body: (n) => ({ name: `Goal ${n}`, event: "Signed up" }), most: MOST_GOALS, table: "visit_goals", apart: "'name', 'Kept ' || n" },
  reports: { path: "/analytics/reports", body: (n) => ({ name: `Report ${n}`, query }), most: MOST_REPORTS, table: "reports", apart: "'name', 'Kept ' || n" },
  dashboards: { path: "/analytics/dashboards", body: (n) => ({ name: `Dashboard ${n}`, tiles: [] }), most: MOST_DASHBOARDS, table: "dashboards", apart: "'name', 'Kept ' || n" }
}

const create = ({ body, path }: Limited, n: number) => send(path, { key: "acme", method: "POST", ...json(body(n)) })

layer(TestServerWith({ webhooksPerCompany: MOST_WEBHOOKS }), { excludeTestServices: true })("a limit on how many there are", (it) => {
  for (const [what, one] of Object.entries(limited)) {
    it.effect(`of ${what} holds when many are made at once`, () =>
      Effect.gen(function*() {
        const sql = yield* OwnerSql
        const first = yield* create(one, AT_ONCE)
        assert.strictEqual(first.status, 201, first.text)
        const table = sql(one.table)
        const columns = sql.literal((yield* sql<{ name: string }>`select quote_ident(attname) as name from pg_attribute
          where attrelid = ${one.table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`).map(({ name }) => name).join(", "))
        yield* sql`insert into ${table} (${columns}) overriding system value
          select ${columns} from (select made.* from generate_series(1, ${one.most - ROOM - 1}::int) n, ${table} r,
            jsonb_populate_record(null::${table}, to_jsonb(r) || jsonb_build_object('id', 1000000 + n, ${sql.literal(one.apart)})) made
          where r.company_id = ${companyIds.acme} and r.id = ${first.json.id}) kept`
        const answers = Object.groupBy(
          yield* Effect.forEach(Array.from({ length: AT_ONCE }, (_, n) => n), (n) => create(one, n), { concurrency: "unbounded" }), ({ status }) => String(status)
        )
        assert.deepStrictEqual([answers["201"]?.length, answers["409"]?.length], [ROOM, AT_ONCE - ROOM], JSON.stringify(Object.values(answers).map((some) => some![0]!.text)))
        assert.include(answers["409"]![0]!.json.message, `there may be ${one.most}`)
        const [kept] = yield* sql<{ n: number }>`select count(*)::int as n from ${table} where company_id = ${companyIds.acme} and id >= ${first.json.id}`
        assert.strictEqual(kept!.n, one.most)
      }))
  }
})
