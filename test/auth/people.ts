import { assert } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { hash } from "@node-rs/argon2"
import type { Role } from "#schemas/kernel/roles"
import { OwnerSql } from "../support/database.ts"
import { companyIds, type TestServer, PASSWORD, send } from "../support/test-server.ts"
import { withToken } from "./signing.ts"

/** What a test of a server can do. */
export type Here = Layer.Success<typeof TestServer>

type Init = NonNullable<Parameters<typeof send>[1]>

/** Somebody who is signed in. */
export interface Person {
  readonly user: number
  readonly account: number
  readonly email: string
  /** The session's id. */
  readonly session: number
  readonly headers: { readonly authorization: string }
}

let turn = 0

const quick = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** A new account, which is a member of these companies; not signed in. */
export const account = Effect.fnUntraced(function*(
  parts: Partial<Record<keyof typeof companyIds, Role>>, email = `person${turn++}@team.example`
) {
  const sql = yield* OwnerSql
  const password_hash = yield* Effect.promise(() => hash(PASSWORD, quick))
  const [made] = yield* sql<{ id: number }>`insert into identity.accounts ${
    sql.insert({ email, name: "Person", password_hash, verified_at: new Date().toISOString() })
  } returning id`
  for (const [company, role] of Object.entries(parts)) {
    yield* sql`insert into users ${
      sql.insert({ company_id: companyIds[company as keyof typeof companyIds], email, name: "Person", role, account_id: made!.id })
    }`
  }
  return { id: made!.id, email }
}, Effect.orDie)

/** Signs an account in to one of its companies. */
export const entered = Effect.fnUntraced(function*(email: string, company: keyof typeof companyIds): Effect.fn.Return<Person, never, Here> {
  const { json, status, text } = yield* send("/auth/login", {
    method: "POST", body: JSON.stringify({ email, password: PASSWORD, company_id: companyIds[company] })
  })
  assert.strictEqual(status, 200, text)
  return { user: json.user.id, account: json.user.account_id, email, session: json.session_id, headers: withToken(json) }
})

/** A new member of a company, signed in. */
export const person = Effect.fnUntraced(function*(role: Role, company: keyof typeof companyIds = "acme"): Effect.fn.Return<Person, never, Here> {
  const { email } = yield* account({ [company]: role })
  return yield* entered(email, company)
})

/** Asks as somebody who is signed in. */
export const by = ({ headers }: Pick<Person, "headers">, path: string, { headers: more, ...init }: Omit<Init, "key"> = {}) =>
  send(path, { ...init, headers: { ...headers, ...more as Record<string, string> } })

/** A call that a person has to agree to, by somebody who agrees to their own. */
export const agreed = Effect.fnUntraced(function*(who: Pick<Person, "headers">, path: string, init: Omit<Init, "key">): Effect.fn.Return<any, never, Here> {
  const asked = yield* by(who, path, init)
  assert.strictEqual(asked.status, 428, asked.text)
  const approval = yield* by(who, `/agent/consents/${asked.json.consent.id}/approve`, { method: "POST" })
  assert.strictEqual(approval.status, 200, approval.text)
  return yield* by(who, path, {
    ...init, headers: { ...init.headers as Record<string, string>, "x-service-confirmation": approval.json.confirmation }
  })
})
