import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { assert, it as test, layer } from "@effect/vitest"
import { Effect } from "effect"
import { provision } from "#layers/auth/provision"
import { DatabaseUrl, FreshDatabase, OwnerSql, sessionAs } from "../support/database.ts"
import { refusalOf } from "./refusal.ts"

const golden = new URL("golden-grants.json", import.meta.url)

interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<{ readonly name: string; readonly generated: boolean }>
}

const tables = OwnerSql.use((sql) => sql<Table>`
  select c.oid::regclass::text as name, jsonb_agg(jsonb_build_object('name', quote_ident(a.attname), 'generated', a.attgenerated <> '') order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')
  group by c.oid order by c.oid::regclass::text`)

const DENIED = "42501"

/** What an account may do with each table, found out by trying: PostgreSQL asks for the right before it looks for a row. */
const found = Effect.fnUntraced(function*(who: "app" | "system") {
  const sql = yield* sessionAs(who, yield* DatabaseUrl)
  const may = (statement: string) =>
    Effect.map(refusalOf(sql.withTransaction(Effect.andThen(sql.unsafe(statement), Effect.fail("done" as const)))), (code) => code !== DENIED)
  const rights: Record<string, Readonly<Record<string, unknown>>> = {}
  for (const { columns, name } of yield* tables) {
    const some = Effect.fnUntraced(function*(statement: (column: string) => string) {
      const allowed = yield* Effect.filter(columns.filter(({ generated }) => !generated), (column) => may(statement(column.name)))
      return allowed.map((column) => column.name).join(" ")
    })
    const right = {
      select: yield* some((column) => `select ${column} from ${name} where false`),
      insert: yield* some((column) => `insert into ${name} (${column}) overriding system value select ${column} from (select (null::${name}).*) r where false`),
      update: yield* some((column) => `update ${name} set ${column} = default where false`),
      delete: yield* may(`delete from ${name} where false`),
      truncate: yield* may(`truncate table ${name}`),
      lock: yield* may(`lock table ${name} in access exclusive mode nowait`)
    }
    const all = columns.filter(({ generated }) => !generated).map((column) => column.name).join(" ")
    rights[name] = Object.fromEntries(Object.entries(right)
      /* Who may delete may lock. */
      .filter(([key, value]) => value !== "" && value !== false && !(key === "lock" && right.delete))
      .map(([key, value]) => [key, key === "select" && value === all ? "all" : value]))
  }
  return Object.fromEntries(Object.entries(rights).filter(([, right]) => Object.keys(right).length > 0))
})

layer(FreshDatabase(provision({ name: "acme", tier: "starter", industry: null, owner: null })), { excludeTestServices: true })(
  "what the accounts of the service may do with each column",
  (it) => {
    it.effect("is what the golden file says", () =>
      Effect.gen(function*() {
        const rights = { service_app: yield* found("app"), service_system: yield* found("system") }
        if (process.env["UPDATE_GOLDEN"] === "grants") writeFileSync(golden, `${JSON.stringify(rights, null, 2)}\n`)
        assert.isTrue(existsSync(golden), "run with UPDATE_GOLDEN=grants")
        assert.deepStrictEqual(rights, JSON.parse(readFileSync(golden, "utf8")),
          "If that is meant: UPDATE_GOLDEN=grants npx vitest run test/roles/grants.test.ts, and look at the difference.")
      }))
  }
)

test("what numbers, dates, seals or belongs to somebody is left to the database", () => {
  const rights: Record<string, Record<string, { readonly select?: string; readonly insert?: string; readonly update?: string }>> = JSON.parse(readFileSync(golden, "utf8"))
  for (const [role, mine] of Object.entries(rights)) {
    for (const [table, { insert = "", update = "" }] of Object.entries(mine)) {
      if (table.startsWith("engine.")) continue
      const [inserted, updated] = [insert.split(" "), update.split(" ")]
      for (const column of ["company_id", "id"]) assert.notInclude(updated, column, `${role} ${table}`)
      if (table !== "identity.vault") assert.notInclude(inserted, "id", `${role} ${table}`)
      assert.notInclude(inserted, "created_at", `${role} ${table}`)
    }
  }
  const app = rights["service_app"]!
  assert.deepStrictEqual([app["users"]!.insert, app["users"]!.update], [undefined, "role removed_at alerts_phone alerts_agreed_at"])
  for (const column of ["sequence", "hash", "previous_hash"]) assert.notInclude(app["receipts"]!.insert!.split(" "), column)
  assert.isUndefined(app["receipts"]!.update)
  assert.notInclude(app["events"]!.insert!.split(" "), "sequence")
  assert.notInclude(app["api_keys"]!.insert!.split(" "), "user_id")
  for (const schema of ["engine.", "operator.", "benchmarks.", "installation."]) {
    assert.deepStrictEqual(Object.keys(app).filter((table) => table.startsWith(schema)), [], schema)
  }
  const installation = Object.entries(rights["service_system"]!).filter(([table]) => table.startsWith("installation."))
  const writes = { select: "all", insert: "company_id process", update: "\"position\" told_at", delete: true }
  assert.deepStrictEqual(installation, [["installation.company_writes", writes], ["installation.erasable", { select: "all" }]], "the secrets are nobody's to read")
})
