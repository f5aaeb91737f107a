import { Effect } from "effect"
import { Conflict } from "#schemas/kernel/errors"
import { triedOut } from "#workflows/agents/preview"
import type { Response } from "./program.ts"
import type { Question } from "./request-context.ts"

const asked = new Conflict({ message: "A person has to agree to this first. Nothing was changed." })
const otherCall = new Conflict({ message: "What was agreed to is not what was asked for. Nothing was done." })

/**
 * A call that somebody has to agree to, of one of our own pages: until the person has seen what it would do, that is told and nothing is kept;
 * then `ask` makes its consent. Calls of others are asked about at once.
 */
export const questioned = (question: Question | undefined, fingerprint: Uint8Array, work: Response<unknown>, ask: Response<never>): Response<never> => {
  if (question === undefined) return ask
  const name = Buffer.from(fingerprint).toString("base64url")
  if (question.agreed !== undefined) return question.agreed === name ? ask : Effect.fail(otherCall)
  return Effect.flatMap(triedOut(work), (seen) => {
    question.show(name, seen)
    return Effect.fail(asked)
  })
}
