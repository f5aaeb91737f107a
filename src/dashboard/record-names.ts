import { Effect } from "effect"
import type { Receipt } from "#schemas/agents/receipt"
import { Caller } from "#schemas/kernel/tenancy"
import { namesIn } from "#workflows/agents/names"
import type { Names as RecordNames } from "./components/diff.ts"
import { namesOf } from "./credential-names.ts"
import { SessionRequest } from "./handler.ts"

type Change = Receipt["changes"][number]

/** Records that sign somebody in, which are known by whose they are. */
const credentials: ReadonlySet<string> = new Set(["api_key", "oauth_grant", "publishable_key", "session"])

/** The field that elsewhere names such a record. */
const fieldOf = (object: string) => object === "member" ? "user_id" : `${object}_id`

/** What people call the records that fields of these rows name. */
export const referenceNames = Effect.fnUntraced(function*(rows: Parameters<typeof namesIn>[0]) {
  const { session: { caller } } = yield* SessionRequest
  return (yield* Effect.provideService(namesIn(rows), Caller, caller)) as RecordNames
})

/** What people call the records that receipts are about and those that their fields name, and who acted. */
export const receiptNames = Effect.fnUntraced(function*(receipts: ReadonlyArray<Pick<Receipt, "changes" | "key_id">>) {
  const changes = receipts.flatMap(({ changes }) => changes)
  const fields = changes.flatMap(({ after, before, id, object }) => [{ [fieldOf(object)]: id }, before ?? {}, after ?? {}])
  const records = yield* referenceNames(fields)
  const keys = yield* namesOf([
    ...receipts.map(({ key_id }) => key_id), ...changes.filter(({ object }) => credentials.has(object)).map(({ id }) => id)
  ])
  const nameOf = ({ after, before, id, object }: Change): string | undefined => {
    if (credentials.has(object)) return keys(id)
    const email = (after ?? before)?.["email"]
    return records[fieldOf(object)]?.[String(id)] ?? (object === "account" && typeof email === "string" ? email : undefined)
  }
  return { keys, records, nameOf }
})

export type ReceiptNames = Effect.Success<ReturnType<typeof receiptNames>>
