import { Console, Effect } from "effect"
import { type Sharing, sharingOf, startSharing, stopSharing } from "#layers/benchmarks/sharing"
import { owner } from "#layers/database/connections"
import { refusedBy } from "#layers/database/problem"
import { migrated } from "#layers/database/migrated"
import { benchmarkIndustries } from "#schemas/content/industry"
import type { CompanyId } from "#schemas/kernel/ids"
import { nearest } from "#schemas/kernel/nearest"
import { StartFailure } from "#schemas/kernel/start-failure"
import { besideService } from "./beside.ts"
import { plain, plainJson } from "./terminal.ts"

interface Input {
  readonly company: CompanyId
  readonly json: boolean
}

const industries: ReadonlyArray<string> = benchmarkIndustries

const ofIndustry = (industry: string | null) => {
  if (industry !== null && industries.includes(industry)) return `Its industry is ${industry}.`
  const near = industry === null ? undefined : nearest(industry, industries, 1)[0]
  return [
    industry === null ? "It has no industry, so none of its records count." : `Its industry, ${plain(industry)}, has no benchmarks, so none of its records count.`,
    near === undefined ? `Industries with benchmarks are: ${industries.join(", ")}.` : `Did you mean ${near}?`
  ].join(" ")
}

const told = (company: CompanyId, { company: name, figures, industry, sharing, since }: Sharing) =>
  [
    sharing
      ? `Company ${company} (${plain(name)}) shares its records for benchmarks, since ${since}.`
      : `Company ${company} (${plain(name)}) does not share its records for benchmarks${since === null ? "" : `, since ${since}`}.`,
    ...sharing ? [ofIndustry(industry), `It stands behind ${figures} of the figures shown now.`] : []
  ].join("\n")

const found = Effect.fnUntraced(function*(company: CompanyId) {
  const sharing = yield* sharingOf(company)
  if (sharing === undefined) return yield* new StartFailure({ message: `There is no company ${company}.` })
  return sharing
})

type Kept = ReturnType<typeof startSharing>
type Change = (found: Sharing) => Effect.Effect<void, Effect.Error<Kept> | StartFailure, Effect.Services<Kept>>

const telling = ({ company, json }: Input, change: Change) =>
  besideService(Effect.fnUntraced(function*({ url }) {
    yield* migrated(url)
    const state = yield* Effect.andThen(Effect.flatMap(found(company), change), found(company)).pipe(
      Effect.provide(owner(url)),
      Effect.catchTags({ SqlError: refusedBy(url, "keep who shares for benchmarks") })
    )
    const { company: name, ...rest } = state
    yield* Console.log(json ? plainJson({ company_id: company, name, ...rest }) : told(company, state))
  }))

export const show = (input: Input) => telling(input, () => Effect.void)

export const share = (input: Input & { readonly stop: boolean }) =>
  telling(input, Effect.fnUntraced(function*({ demo }) {
    if (demo) return yield* new StartFailure({ message: `Company ${input.company} is the demo company: its records never count.` })
    yield* input.stop ? stopSharing(input.company) : startSharing(input.company)
  }))
