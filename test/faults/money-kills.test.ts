import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { dataOf } from "#layers/database/url"
import { attach } from "#layers/embedded-postgres/attach"
import { booksAreRight } from "../payments/paying.ts"
import { migratedHome, run, serve, type Service, unanswered } from "../process/service.ts"
import type { Asked } from "../providers/provider-server.ts"
import { stripeServer } from "../providers/stripe-server.ts"
import { OwnerSql } from "../support/database.ts"
import { rounds } from "../support/rounds.ts"
import { STRIPE_KEY } from "../support/test-server.ts"

const ROUNDS = rounds(3, 30)
const CALLERS = 16
const ANSWERS = 60
/** Milliseconds after the last restart. */
const AGREED_WITHIN = 60_000

/** What a caller asks for, again under the same key until it is answered. */
interface Request {
  readonly key: string
  readonly path: string
  readonly body: object
}

type Answer = Readonly<Record<string, any>> & { readonly id: number; readonly state: string }

/** Requests that were cut off by the end of the service are sent again, to the next one. */
interface Line {
  service: Service | undefined
  readonly answered: Map<string, Answer>
  readonly asked: Map<string, Request>
  again: number
}

const isCutOff = (error: unknown) => error instanceof TypeError || (error instanceof Error && error.name === "AbortError")

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Sends a request until it is answered, by whichever process of the service there is. */
const answerOf = async (line: Line, secret: string, request: Request): Promise<Answer> => {
  line.asked.set(request.key, request)
  for (let attempt = 0;; attempt++) {
    const { service } = line
    if (service === undefined) {
      await pause(20)
      continue
    }
    if (attempt > 0) line.again++
    try {
      const response = await fetch(`http://127.0.0.1:${service.port}/api/v1${request.path}`, {
        method: "POST", body: JSON.stringify(request.body), signal: unanswered(),
        headers: { "authorization": `Bearer ${secret}`, "content-type": "application/json", "idempotency-key": request.key }
      })
      const text = await response.text()
      /* What the service that is killed answers with its last breath, without its database. */
      if (response.status === 503) {
        await pause(50)
        continue
      }
      assert.include([200, 201], response.status, `${request.path} ${JSON.stringify(request.body)}: ${text}`)
      const answer = JSON.parse(text) as Answer
      line.answered.set(request.key, answer)
      return answer
    } catch (error) {
      if (!isCutOff(error)) throw error
      await pause(20)
    }
  }
}

/** Waits until a payment is something else than under way. */
const settled = async (line: Line, secret: string, payment: number): Promise<Answer> => {
  for (;;) {
    const { service } = line
    try {
      if (service !== undefined) {
        const response = await fetch(`http://127.0.0.1:${service.port}/api/v1/gateway/payments/${payment}`, {
          headers: { authorization: `Bearer ${secret}` }, signal: unanswered()
        })
        const answer = await response.json() as Answer
        if (response.status === 200 && answer.state !== "processing") return answer
      }
    } catch (error) {
      if (!isCutOff(error) && !(error instanceof SyntaxError)) throw error
    }
    await pause(50)
  }
}

/** Charges, or authorizes and captures, and gives some of it back, one after the other, until it is told to stop. */
const call = async (line: Line, secret: string, contact_id: number, caller: number, isOver: () => boolean) => {
  for (let turn = 0; !isOver(); turn++) {
    const name = `${caller}-${turn}`
    const amount = 1_000 + 17 * turn + caller
    const capture = turn % 3 > 0
    const payment_method = turn % 7 === 6 ? "pm_card_chargeDeclined" : "pm_card_visa"
    const made = await answerOf(line, secret, {
      key: `charge-${name}`, path: "/gateway/payments", body: { contact_id, amount, payment_method, capture, description: name }
    })
    const known = await settled(line, secret, made.id)
    if (known.state === "authorized") {
      const part = turn % 2 === 0 ? {} : { amount: amount - 100 }
      await answerOf(line, secret, { key: `capture-${name}`, path: `/gateway/payments/${made.id}/capture`, body: part })
      await settled(line, secret, made.id)
    }
    if (known.state !== "failed" && turn % 2 === 0) {
      await answerOf(line, secret, { key: `refund-${name}`, path: `/gateway/payments/${made.id}/refunds`, body: turn % 4 === 0 ? { amount: 400 } : {} })
    }
  }
}

/** Looks into the database of the service that runs, as its owner. */
const inside = <A, E>(folder: string, look: Effect.Effect<A, E, OwnerSql>) =>
  Effect.gen(function*() {
    const cluster = yield* Effect.flatMap(attach({ data: dataOf(folder) }), Effect.fromOption)
    return yield* Effect.provide(look, OwnerSql.layerOf(Redacted.make(cluster.url("postgres"))))
  }).pipe(Effect.scoped, Effect.orDie)

interface Row {
  readonly id: string
  readonly description: string
  readonly state: string
  readonly amount: number
  readonly captured: number
  readonly refunded: number
  readonly under_way: boolean
}

const payments = OwnerSql.use((sql) => sql<Row>`select p.id::text, p.description, p.state, p.amount::float8 as amount, p.captured_amount::float8 as captured,
  p.refunded_amount::float8 as refunded, p.state = 'processing' or p.refunding_amount > 0 as under_way from payments p order by p.id`)

const consented = OwnerSql.use((sql) => sql`insert into standing_consents (company_id, key_id, verb, agents)
  select k.company_id, k.id, v, false from api_keys k, unnest(array['create_payment', 'capture_payment', 'refund_payment']) v where k.mode = 'live'`)

const isWrite = ({ path }: Asked) => /\/(confirm|capture|refunds)$/.test(path)

it.live(`kill -9 while money moves, ${ROUNDS} times: nothing is charged twice and nothing forgotten`, ({ annotate }) =>
  Effect.gen(function*() {
    const stripe = yield* stripeServer(STRIPE_KEY)
    const folder = yield* migratedHome
    const variables = {
      DATA_DIR: folder, COMPANY_RATE_LIMIT: "1000000", DATABASE_POOL: "8", LOG_LEVEL: "error", STRIPE_API_URL: stripe.url, STRIPE_SECRET_KEY: STRIPE_KEY
    }
    const made = yield* run(["bootstrap", "--company", "Kills", "--owner-email", "kills@x.example", "--tier", "enterprise", "--json"], variables)
    assert.strictEqual(made.code, 0, made.err)
    const secret: string = JSON.parse(made.out).keys.live
    const line: Line = { service: undefined, answered: new Map(), asked: new Map(), again: 0 }
    let over = false
    let calls: Array<Promise<void>> = []
    let failed: unknown
    let contact = 0

    const begin = (service: Service) => Effect.gen(function*() {
      if (calls.length === 0) {
        yield* inside(folder, consented)
        const response = yield* Effect.promise(() => fetch(`http://127.0.0.1:${service.port}/api/v1/crm/contacts`, {
          method: "POST", body: JSON.stringify({ first_name: "Kills" }), headers: { "authorization": `Bearer ${secret}`, "content-type": "application/json" }
        }))
        contact = ((yield* Effect.promise(() => response.json())) as Answer).id
        calls = Array.from({ length: CALLERS }, (_, caller) => call(line, secret, contact, caller, () => over).catch((error: unknown) => {
          failed ??= error
        }))
      }
      line.service = service
    })

    let charged = 0
    for (let n = 0; n < ROUNDS; n++) {
      yield* Effect.gen(function*() {
        const service = yield* serve(variables)
        const before = line.answered.size
        yield* begin(service)
        yield* Effect.suspend(() => failed === undefined ? Effect.succeed(line.answered.size - before) : Effect.die(failed)).pipe(
          Effect.repeat({ until: (answers) => answers >= ANSWERS, schedule: Schedule.spaced("5 millis") }), Effect.timeout("120 seconds")
        )
        /* Stripe has done some of what is asked, and its answers never come. */
        if (n % 2 === 0) stripe.fail("hung", 1 + n % CALLERS, isWrite)
        yield* Effect.sleep((n * 37) % 300)
        line.service = undefined
        service.signal("SIGKILL")
        assert.strictEqual((yield* service.ended).signal, "SIGKILL")
        stripe.fail(undefined)
        charged = stripe.intents.size
      }).pipe(Effect.scoped)
    }
    const cutOff = line.asked.size - line.answered.size

    yield* Effect.gen(function*() {
      over = true
      const service = yield* serve(variables)
      const began = performance.now()
      yield* begin(service)
      yield* Effect.promise(() => Promise.all(calls)).pipe(Effect.timeout(AGREED_WITHIN))
      if (failed !== undefined) return yield* Effect.die(failed)
      const rows = yield* Effect.repeat(inside(folder, payments), {
        until: (rows) => rows.every(({ under_way }) => !under_way), schedule: Schedule.spaced("250 millis")
      }).pipe(Effect.timeout(AGREED_WITHIN))
      const took = performance.now() - began

      const theirs = Map.groupBy(stripe.intents.values(), ({ metadata }) => metadata["payment_id"]!)
      for (const { amount, captured, description, id, refunded, state } of rows) {
        const [intent, ...others] = theirs.get(id) ?? []
        assert.deepStrictEqual(others, [], `payment ${id} is there once at Stripe`)
        assert.deepInclude(intent, { amount, amount_received: captured, refunded, charges: state === "failed" ? 0 : 1 }, `payment ${id}, ${description}, ${state}`)
      }
      assert.strictEqual(theirs.size, rows.length, "what Stripe has is ours")
      const names = [...line.asked.keys()]
      const charges = names.filter((key) => key.startsWith("charge-")).map((key) => key.slice("charge-".length))
      assert.deepStrictEqual(rows.map(({ description }) => description).toSorted(), charges.toSorted(), "each that was asked for, once")
      assert.deepStrictEqual([...line.answered.keys()].toSorted(), names.toSorted(), "each was answered")
      const [refunds] = yield* inside(folder, OwnerSql.use((sql) => sql<{ n: number }>`select count(*)::int as n from refunds where state = 'succeeded'`))
      assert.deepStrictEqual([refunds!.n, stripe.refunds.size], Array.from({ length: 2 }, () => names.filter((key) => key.startsWith("refund-")).length))

      const [clearing] = yield* inside(folder, OwnerSql.use((sql) =>
        sql<{ posted: number; pending: number }>`select posted::float8 as posted, pending::float8 as pending from ledger_accounts where account = 'provider_clearing'`))
      const received = [...stripe.intents.values()].reduce((sum, { amount_received, refunded }) => sum + amount_received - refunded, 0)
      assert.deepStrictEqual(clearing, { posted: received, pending: 0 })
      yield* inside(folder, booksAreRight)
      assert.isBelow(took, AGREED_WITHIN)
      yield* Effect.promise(() => annotate(`${rows.length} payments, ${refunds!.n} refunds, ${cutOff} requests cut off by the last kill, ${line.again} sent again; `
        + `agreed to the cent ${Math.round(took)} ms after the last restart`))
      assert.isAbove(charged, ROUNDS * 5, "enough was charged for this to mean something")
    }).pipe(Effect.scoped)
  }).pipe(Effect.scoped), 90_000 * ROUNDS + 240_000)
