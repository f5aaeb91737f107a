import { Console, Effect, Option } from "effect"
import { owner } from "#layers/database/connections"
import { refusedBy } from "#layers/database/problem"
import { migrated } from "#layers/database/migrated"
import { issueKey } from "#layers/auth/provision"
import { letsAgentApprove } from "#schemas/auth/api-key"
import type { CompanyId } from "#schemas/kernel/ids"
import { StartFailure } from "#schemas/kernel/start-failure"
import type { Mode, Scope } from "#schemas/kernel/tenancy"
import { besideService } from "./beside.ts"

interface Input {
  readonly company: CompanyId
  readonly mode: Mode
  readonly label: string
  readonly scopes: Option.Option<ReadonlyArray<Scope>>
  readonly agent: Option.Option<string>
  readonly json: boolean
}

const agentsDoNot = new StartFailure({ message: "A key made for an agent cannot have the scope consents:approve." })

export const makeKey = ({ agent, company, json, label, mode, scopes }: Input) =>
  besideService(Effect.fnUntraced(function*({ url }) {
    if (letsAgentApprove(Option.getOrNull(agent), Option.getOrElse(scopes, () => []))) return yield* agentsDoNot
    yield* migrated(url)
    const made = yield* issueKey(company, mode, label, {
      agent: Option.getOrNull(agent),
      ...Option.isSome(scopes) && { scopes: scopes.value }
    }).pipe(
      Effect.provide(owner(url)),
      Effect.mapError((error) =>
        error.reason._tag === "ConstraintError" ? new StartFailure({ message: `There is no company ${company}.` }) : refusedBy(url, "make a key")(error))
    )
    yield* Console.log(json ? JSON.stringify(made) : made.key)
  }))
