import { Effect } from "effect"
import { type CredentialName, CredentialNames } from "#layers/auth/credential-names"
import { SessionRequest } from "./handler.ts"
import { Language, type Words } from "./words/spoken.ts"

/** Whose credential it is, in words: "Grace Hopper", "Assistant for Grace Hopper", "key Web shop". */
export type Names = (id: number) => string

const nameOf = (words: Words["credentials"], { kind, label, person }: CredentialName): string => {
  if (kind === "session") return person ?? label
  if (kind === "publishable") return words.publishable(label)
  return kind === "grant" ? words.grant(label, person ?? "") : words.key(label)
}

/** Names for those who acted, as far as they are of this company. */
export const namesOf = Effect.fnUntraced(function*(ids: ReadonlyArray<number | null>) {
  const names = yield* CredentialNames
  const { session: { caller } } = yield* SessionRequest
  const known = yield* names.of(caller.company_id, ids.filter((id) => id !== null))
  const { words: { credentials } } = yield* Language
  const name: Names = (id) => {
    const found = known.get(id)
    return found === undefined ? credentials.key(String(id)) : nameOf(credentials, found)
  }
  return name
})

/** Through what they acted. */
export const kindOf = Effect.fnUntraced(function*(id: number) {
  const names = yield* CredentialNames
  const { session: { caller } } = yield* SessionRequest
  return (yield* names.of(caller.company_id, [id])).get(id)?.kind
})
