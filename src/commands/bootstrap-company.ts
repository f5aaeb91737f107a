import { Console, Effect, Option } from "effect"
import { owner } from "#layers/database/connections"
import { refusedBy } from "#layers/database/problem"
import { Passwords } from "#layers/auth/passwords"
import { migrated } from "#layers/database/migrated"
import { provisionWithKeys } from "#layers/auth/provision"
import type { Tier } from "#schemas/kernel/tenancy"
import { besideService } from "./beside.ts"
import { newPassword } from "./new-password.ts"

interface Input {
  readonly company: string
  readonly ownerEmail: string
  readonly tier: Tier
  readonly industry: Option.Option<string>
  readonly json: boolean
}

interface Made {
  readonly company_id: number
  /** No password where the person had an account already: it stays what it was. */
  readonly owner: { readonly email: string; readonly password: string | null }
  readonly keys: { readonly live: string; readonly test: string }
}

const make = Effect.fnUntraced(function*({ company, industry, ownerEmail, tier }: Input) {
  const password = newPassword()
  const passwordHash = yield* Effect.orDie((yield* Passwords).hash(password))
  const { company_id, keys, known } = yield* provisionWithKeys({
    name: company,
    tier,
    industry: Option.getOrNull(industry),
    owner: { email: ownerEmail, name: ownerEmail.slice(0, ownerEmail.indexOf("@")), passwordHash }
  }, "bootstrap")
  return { company_id, owner: { email: ownerEmail, password: known ? null : password }, keys } satisfies Made
})

const told = ({ company_id, keys, owner }: Made) =>
  [
    `Company ${company_id} is made. This is shown once; nobody can read it again.`,
    "",
    `Owner     ${owner.email}`,
    owner.password === null
      ? `Password  unchanged: this person has an account. For a new one: service password ${owner.email}`
      : `Password  ${owner.password}`,
    `Live key  ${keys.live}`,
    `Test key  ${keys.test}`
  ].join("\n")

export const bootstrap = (input: Input) =>
  besideService(Effect.fnUntraced(function*({ url }) {
    yield* migrated(url)
    const made = yield* make(input).pipe(Effect.provide([owner(url), Passwords.layer]), Effect.mapError(refusedBy(url, "take the company")))
    yield* Console.log(input.json ? JSON.stringify(made) : told(made))
  }))
