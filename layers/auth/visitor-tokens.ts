import { createHmac, randomBytes } from "node:crypto"
import { Context, Effect, Layer, Option } from "effect"
import type { CompanyId } from "#schemas/kernel/ids"
import type { Mode } from "#schemas/kernel/tenancy"
import { SecretStore } from "./secret-store.ts"

/** Whose visitors: a token is good in one company and mode. */
interface Visited {
  readonly company_id: CompanyId
  readonly mode: Mode
}

const BEGIN = "vt_"
const MOST_LENGTH = 200
const ID = "visitor_"

const about = ({ company_id, mode }: Visited) => `visitor ${company_id} ${mode}`

/**
 * Tokens by which a company tells its visitors apart. They are sealed and kept nowhere, so that a visitor costs no row, and nobody
 * can make up another's.
 */
export class VisitorTokens extends Context.Service<VisitorTokens>()("layers/auth/VisitorTokens", {
  make: Effect.gen(function*() {
    const { derive, open, seal } = yield* SecretStore
    const secret = derive("visitors", 32)
    return {
      /** A visitor who was never seen before. */
      issue: (visited: Visited) => {
        const id = `${ID}${randomBytes(12).toString("base64url")}`
        return { id, token: BEGIN + seal(id, about(visited)) }
      },
      /** The visitor whose token it is; nothing for one of another company or mode, or of nobody. */
      verify: (visited: Visited, token: string): Option.Option<string> =>
        token.startsWith(BEGIN) && token.length < MOST_LENGTH
          ? Option.filter(open(token.slice(BEGIN.length), about(visited)), (id) => id.startsWith(ID))
          : Option.none(),
      /** A name for what a visitor comes with, a network or a token in a path, from which nobody can tell what it was. */
      pseudonym: (visited: Visited, what: string) =>
        `${ID}${createHmac("sha256", secret).update(`${about(visited)} ${what}`).digest("base64url").slice(0, 16)}`
    }
  })
}) {
  static readonly layer = Layer.effect(VisitorTokens, VisitorTokens.make)
}
