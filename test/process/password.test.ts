import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { ask, migratedHome, run, serve, type Service } from "./service.ts"

class Served extends Context.Service<Served, { readonly service: Service; readonly variables: Readonly<Record<string, string>> }>()("test/Served") {
  static readonly layer = Layer.effect(Served, Effect.gen(function*() {
    const variables = { DATA_DIR: yield* migratedHome, LOG_LEVEL: "error" }
    return { service: yield* serve(variables), variables }
  }))
}

const EMAIL = "olga@acme.example"

const bootstrap = (company: string, ...more: ReadonlyArray<string>) =>
  Effect.flatMap(Served, ({ variables }) => run(["bootstrap", "--company", company, "--owner-email", EMAIL, "--tier", "professional", ...more], variables))

const signIn = (password: string) =>
  Effect.flatMap(Served, ({ service }) =>
    ask({ port: service.port, key: "" }, "/api/v1/auth/login", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ email: EMAIL, password })
    }))

const audit = (key: string) =>
  Effect.flatMap(Served, ({ service }) => ask({ port: service.port, key }, "/api/v1/auth/audit?verb=set_password"))

layer(Served.layer, { excludeTestServices: true })("an owner who has an account", (it) => {
  it.effect("keeps the password when another company is made, and gets a new one by a command of its own", () =>
    Effect.gen(function*() {
      const { service, variables } = yield* Served
      const first = JSON.parse((yield* bootstrap("Acme", "--json")).out)
      const { password } = first.owner
      const session = (yield* signIn(password)).json
      assert.strictEqual(session.user.company_id, first.company_id)
      const me = () => ask({ port: service.port, key: session.access_token }, "/api/v1/auth/me")
      assert.strictEqual((yield* me()).status, 200)

      const second = yield* bootstrap("Bolt")
      assert.deepStrictEqual([second.code, second.err], [0, ""])
      assert.include(second.out, `Password  unchanged: this person has an account. For a new one: service password ${EMAIL}\n`)
      const third = JSON.parse((yield* bootstrap("Cord", "--json")).out)
      assert.deepStrictEqual(third.owner, { email: EMAIL, password: null })
      assert.strictEqual((yield* me()).status, 200)
      assert.strictEqual((yield* signIn(password)).status, 200)
      assert.lengthOf((yield* me()).json.companies, 3)

      const given = yield* run(["password", EMAIL.toUpperCase(), "--json"], variables)
      assert.deepStrictEqual([given.code, given.err], [0, ""])
      const told = JSON.parse(given.out)
      assert.deepInclude(told, { email: EMAIL, sessions_ended: 2 })
      assert.strictEqual((yield* me()).status, 401)
      assert.strictEqual((yield* signIn(password)).status, 401)
      assert.strictEqual((yield* signIn(told.password)).status, 200)
      for (const { live } of [first.keys, third.keys]) {
        const { json } = yield* audit(live)
        assert.strictEqual(json.total, 1, JSON.stringify(json))
        assert.deepInclude(json.items[0].changes[0], { object: "account", after: { email: EMAIL, verified: true, sessions_ended: 2 } })
        assert.notInclude(JSON.stringify(json), told.password)
      }
    }))

  it.effect("is the only one who can get a new password", () =>
    Effect.gen(function*() {
      const { variables } = yield* Served
      assert.deepInclude(
        yield* run(["password", "nobody@acme.example"], variables), { code: 1, out: "", err: "There is no account of nobody@acme.example.\n" }
      )
      const wrong = yield* run(["password", "nobody"], variables)
      assert.deepStrictEqual([wrong.code, wrong.out], [2, ""])
      assert.include(wrong.err, "Expected an e-mail address")
    }))
})
