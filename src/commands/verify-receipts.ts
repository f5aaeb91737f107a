import { Console, Effect, Option } from "effect"
import { owner } from "#layers/database/connections"
import { cannotConnect, isConnectionProblem, refusedBy } from "#layers/database/problem"
import { type Chain, chained, chainOf } from "#layers/kernel/receipts/chain"
import type { CompanyId } from "#schemas/kernel/ids"
import { StartFailure } from "#schemas/kernel/start-failure"
import { besideService } from "./beside.ts"

interface Input {
  readonly company: Option.Option<CompanyId>
  readonly json: boolean
}

const amount = (count: number) => count === 1 ? "1 receipt" : `${count} receipts`

const waiting = ({ unsealed, unsealed_since }: Chain) =>
  unsealed === 0 ? "" : ` ${amount(unsealed)} not yet sealed, the oldest of ${unsealed_since}.`

const told = (chain: Chain) => {
  const { broken, company_id, head, receipts } = chain
  if (broken?.fault === "unsealed") return `Company ${company_id}: not whole. ${amount(receipts)} proved, but ${broken.says} Is the service running? See: service doctor.`
  if (broken !== null) return `Company ${company_id}: broken after ${amount(receipts)}. ${broken.says}${waiting(chain)}`
  return `Company ${company_id}: whole, ${amount(receipts)}${head === null ? "" : `, head ${head}`}.${waiting(chain)}`
}

/** One after the other, told as soon as each is known. */
export const verify = ({ company, json }: Input) =>
  besideService(Effect.fnUntraced(function*({ url }) {
    const chains: Array<Chain> = []
    yield* Effect.gen(function*() {
      const all = yield* chained
      const asked = Option.match(company, { onNone: () => all, onSome: (one) => all.filter((id) => id === one) })
      if (asked.length === 0 && Option.isSome(company)) {
        return yield* new StartFailure({ message: `There is no company ${company.value}.` })
      }
      for (const id of asked) {
        const chain = yield* chainOf(id)
        chains.push(chain)
        if (!json) yield* Console.log(told(chain))
      }
    }).pipe(
      Effect.provide(owner(url)),
      Effect.catchTags({
        SqlError: (error) => isConnectionProblem(error) ? cannotConnect(url)(error) : refusedBy(url, "tell its receipts")(error)
      })
    )
    const whole = chains.every(({ broken }) => broken === null)
    if (json) yield* Console.log(JSON.stringify({ whole, companies: chains }))
    else if (chains.length === 0) yield* Console.log("There is no company yet.")
    if (!whole) process.exitCode = 1
  }))
