import { Effect } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"
import { Passages } from "#layers/kb/passages"
import type { Audience } from "#schemas/kb/passage"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { companyIds } from "../support/test-server.ts"
import { somebody } from "../support/workflows.ts"

export const as = (company: number) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Caller, { ...somebody, company_id: company as CompanyId })

let origin = 1

/** From now on the company knows this text. */
export const knows = (company: keyof typeof companyIds | number, title: string, text: string, audience: Audience = "public") => {
  const id = typeof company === "number" ? company : companyIds[company]
  return Effect.gen(function*() {
    const tenancy = yield* Tenancy
    const passages = yield* Passages
    yield* tenancy.transaction(passages.replace(
      { kind: "entry", id: origin++ }, { title, language: "en", audience, tags: [] }, [{ heading: [], place: { url: "https://acme.example/help" }, text }]))
  }).pipe(tenanted(id))
}

const tenanted = (company: number) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Tenancy, (tenancy) => as(company)(tenancy.as(company)(effect)))
