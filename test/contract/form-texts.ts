import type { Operation } from "#schemas/kernel/catalog"
import { pageOf, paramsOf } from "../../src/dashboard/records/catalogue.ts"
import { type Field, filledWith } from "../../src/dashboard/records/fields.ts"
import { fieldsBy } from "../../src/dashboard/records/form.ts"
import type { Key } from "../support/test-server.ts"
import { exampleFile } from "./encoding.ts"
import type { Call } from "./examples.ts"
import { keyFor } from "./keys.ts"

/** The zone of the companies of the test server. */
const ZONE = "UTC"

type Ways = Parameters<typeof fieldsBy>[1]

interface Typed {
  readonly path: string
  readonly kind: Field["kind"]
  readonly text: string
}

/** What stands in the fields of a form for a call; files are there without a text. */
export const textsOf = (entry: Operation, { params, payload, query }: Call, ways: Ways): ReadonlyArray<Typed> => {
  const fields = fieldsBy(entry, ways)
  const filled = filledWith(fields, { ...params, ...query, ...payload }, ZONE)
  return fields.map(({ kind, path }) => ({ path, kind, text: filled(path) })).filter(({ kind, text }) => text !== "" || kind === "file" || kind === "document")
}

/** The file that a field of a form takes. */
export const fileOf = (entry: Operation, call: Call, { kind, path }: Typed) => kind === "document" ? call.file! : exampleFile(entry.files[path]!)

/** The page on which a call is made: for one that reads, everything is in its address. */
export const pageFor = (entry: Operation, call: Call): string =>
  pageOf(entry, Object.fromEntries(textsOf(entry, call, entry.method === "GET" ? ["params", "query"] : ["params"]).map(({ path, text }) => [path, text])))

/** The page before it is known which record it is about, where that has to be said. */
export const asksWhich = (entry: Operation): boolean => paramsOf(entry).length > 0

/** Whether an empty form is refused beside its fields. */
export const needsFields = (entry: Operation): boolean => fieldsBy(entry, ["payload"]).some(({ path, required }) => required && !path.includes("."))

/** The owner's sessions make the examples, so that somebody else ends theirs. */
const endsSessions = new Set(["change_password", "revoke_all_sessions"])

/** Who opens the page of an operation. */
export const personFor = (entry: Operation): Extract<Key, "acmeTest" | "admin" | "owner"> =>
  keyFor(entry, "acme") === "acmeTest" ? "acmeTest" : endsSessions.has(entry.name) ? "admin" : "owner"

/** The key that makes the example of its call. */
export const exampleKey = (entry: Operation): Key => personFor(entry) === "acmeTest" ? "acmeTest" : "acme"
