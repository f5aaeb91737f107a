import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { owner } from "#layers/database/connections"
import { demoAccess } from "#layers/demo/demo"
import { ServiceConfig } from "#layers/kernel/config"
import { freshUrl } from "../support/database.ts"
import { before, programOf } from "./older-program.ts"
import { type Answer, ask, home, serve, type Service } from "./service.ts"

const post = (service: Service, path: string, body: object) =>
  ask(service, `/api/v1${path}`, {
    method: "POST", headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json", "idempotency-key": crypto.randomUUID() }, body: JSON.stringify(body)
  })

const stamp = Date.now() % 10_000_000
const written: ReadonlyArray<readonly [path: string, body: object]> = [
  ["/crm/contacts", { first_name: "Ada", email: `ada-${stamp}@example.com`, phone: "+14155550123", tags: ["older"] }],
  ["/crm/companies", { name: `Older ${stamp}` }],
  ["/sms/send", { to_phone: "+14155550123", message: "Written by the program before" }],
  ["/kb/company/1", { title: "Older", body: "What the program before wrote." }],
  ["/crm/tasks", { title: "Older" }],
  ["/sms/templates", { name: `older ${stamp}`, text: "Hello" }]
]

it.live.skipIf(before === undefined)("the program before the newest migration serves on today's schema beside today's program, and each reads what the other wrote", () =>
  Effect.gen(function*() {
    const url = yield* freshUrl
    const folder = yield* home
    const { key } = Option.getOrThrow(yield* Effect.provide(demoAccess(folder), Layer.merge(ServiceConfig.layerOf(), owner(url))))
    const variables = { DATABASE_URL: Redacted.value(url), DATA_DIR: folder, COMPANY_RATE_LIMIT: "1000000", LOG_LEVEL: "warn" }
    const today = { ...yield* serve(variables), key }
    const older = { ...yield* serve(variables, yield* programOf(before!)), key }

    const { json: { paths } } = yield* ask(older, "/api/v1/openapi.json")
    const lists = Object.keys(paths).filter((path) => !path.includes("{") && paths[path].get !== undefined)
    const failed: Array<string> = []
    let answered = 0
    yield* Effect.forEach(lists, (path) =>
      Effect.map(Effect.all([ask(older, path), ask(today, path)]), ([one, other]: [Answer, Answer]) => {
        if (other.status === 200) answered++
        if (one.status >= 500 || other.status === 200 && one.status !== 200) failed.push(`${path}: ${one.status}, today ${other.status}`)
      }), { concurrency: 4 })
    assert.deepStrictEqual(failed, [])
    assert.isAbove(answered, 80)

    for (const [path, body] of written) {
      for (const [writer, reader] of [[older, today], [today, older]] as const) {
        const made = yield* post(writer, path, JSON.parse(JSON.stringify(body).replaceAll(`${stamp}`, `${stamp}${writer.port}`)))
        assert.include([200, 201, 202], made.status, `${path}: ${JSON.stringify(made.json)}`)
        const place = made.headers.get("location")
        if (place !== null) assert.strictEqual((yield* ask(reader, new URL(place, "http://x").pathname)).status, 200, place)
      }
    }
  }).pipe(Effect.scoped))
