import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { taken } from "../crm/imported.ts"
import { migratedHome, serve, type Service } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { eventNumbers, faultsOfChain, settled } from "../support/journal.ts"
import { rounds } from "../support/rounds.ts"
import { ask, inside, secretOf, variablesIn, watched } from "./importing.ts"

const PRODUCTS = rounds(2_000, 50_000)

/** Each product has two variants, one row each; every hundredth has a third, whose row has no price, and every thousandth comes once more at the end. */
const rows = Array.from({ length: PRODUCTS }, (_, n) => [
  `mug-${n},Mug ${n},active,kitchen;clay,Colour,Red,M-${n}-R,49.00,USD`, `mug-${n},,,,,Blue,M-${n}-B,${(n % 90) + 10}.50,USD`,
  ...n % 100 === 7 ? [`mug-${n},,,,,Green,M-${n}-G,,`] : []
]).flat()
const again = Array.from({ length: PRODUCTS / 1_000 }, (_, n) => `,Mug again ${n},,,,,m-${n * 1_000}-b,1.00,`)
const file = ["handle,title,state,tags,option1_name,option1_value,sku,price,currency", ...rows, ...again].join("\n")
const expected = { created: 2 * PRODUCTS, updated: again.length, unchanged: 0, rejected: PRODUCTS / 100 }

const left = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* sql`select
    (select count(*)::int from products) as products, (select count(*)::int from variants) as variants,
    (select count(*)::int from products where title like 'Mug again %') as again,
    (select count(*)::int from products p where (select count(*) from variants v where v.product_id = p.id) <> 2
      or p.options <> '[{"name": "Colour", "values": ["Red", "Blue"]}]' or p.search_text not like '% kitchen m-%') as wrong,
    (select sum(n)::int from row_counts where relation = 'products.state/active') as counted,
    (select count(*)::int from events where kind = 'product.created') as created,
    (select count(*)::int from events where kind = 'import.completed') as completed,
    (select count(*)::int from uploads) as files`
  return row!
})

const sent = Effect.fnUntraced(function*(service: Service, secret: string) {
  const response = yield* ask(service, secret, "/ecommerce/products/import", {
    method: "POST", body: file, headers: { "content-type": "text/csv", "idempotency-key": "once" }
  })
  const body = yield* Effect.promise(() => response.json() as Promise<any>)
  assert.strictEqual(response.status, 202, JSON.stringify(body))
  return body.id as number
})

it.live(`an import of ${PRODUCTS} products that is killed twice makes each once`, ({ annotate }) =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const variables = variablesIn(folder)
    const secret = yield* secretOf("Killed", variables)
    let id = 0
    for (const share of [0.2, 0.6]) {
      yield* Effect.scoped(Effect.gen(function*() {
        const service = yield* serve(variables)
        if (id === 0) id = yield* sent(service, secret)
        const { found } = yield* watched(folder, service, secret, id, ({ total }) => total > rows.length * share)
        assert.isNull(found.finished_at, "it was killed on the way")
        service.signal("SIGKILL")
        yield* service.ended
      }))
    }
    yield* Effect.scoped(Effect.gen(function*() {
      const service = yield* serve(variables)
      const { found } = yield* watched(folder, service, secret, id, ({ finished_at }) => finished_at !== null)
      const { created, rejected, unchanged, updated } = expected
      assert.deepStrictEqual([found.state, ...taken(found)], ["completed", created, updated, unchanged, rejected], JSON.stringify(found))
      assert.strictEqual(yield* sent(service, secret), id)
      yield* inside(folder, settled)
      assert.deepStrictEqual(yield* inside(folder, left), {
        products: PRODUCTS, variants: created, again: updated, wrong: 0, counted: PRODUCTS, created: PRODUCTS, completed: 1, files: 0
      })
      const chain = yield* inside(folder, faultsOfChain(1))
      assert.deepStrictEqual(chain.faults, [])
      const events = yield* inside(folder, eventNumbers(1))
      assert.deepStrictEqual(events, Array.from({ length: events.length }, (_, n) => n + 1))
      const seconds = (Date.parse(found.finished_at) - Date.parse(found.created_at)) / 1_000
      yield* Effect.promise(() => annotate(`${Math.round(found.total / seconds)} rows/s with the restarts; ${events.length} events`))
    }))
  }), 1_800_000)
