import { hash } from "node:crypto"
import { parse } from "csv-parse/sync"
import { Effect, Option, Redacted, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import { foundIn } from "#schemas/integrations/person-fields"
import { ProviderInvalidRequest } from "../../providers/errors.ts"
import type { Way } from "../../providers/http.ts"
import type { Access } from "../access.ts"
import type { IntegrationModule, RemotePerson } from "../module.ts"
import { secretsOf } from "./asking.ts"

/** Rows of one part, and of a file. */
const ROWS = 500
const MOST_ROWS = 50_000
const MOST_BYTES = 16 * 1_048_576

const addressOf = ({ credentials: { secret_address } }: Access) => secret_address === undefined ? "" : Redacted.value(secret_address)

/** Names under `example` belong to nobody and lead nowhere (RFC 2606): a file there is simulated, to try out what an integration does. */
const isSimulated = (address: string) => /(?:^|\.)example$/u.test(URL.parse(address)?.hostname ?? "")
const SIMULATED = "id,first_name,last_name,email\r\n1,Grace,Hopper,grace@simulated.example\r\n2,Ada,Lovelace,ada@simulated.example\r\n"

const bytesAt = (way: Way, access: Access) => {
  const address = addressOf(access)
  return isSimulated(address)
    ? Effect.succeed(new TextEncoder().encode(SIMULATED))
    : way.bytes({
      operation: "read_file", repeat: "always", secrets: secretsOf(access), largest: MOST_BYTES, long: true,
      request: HttpClientRequest.get(address).pipe(HttpClientRequest.setHeader("accept", "text/csv, text/plain;q=0.5"))
    })
}

type Row = Readonly<Record<string, string>>

const rowsOf = (bytes: Uint8Array) =>
  Effect.try({
    try: () => {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/^\uFEFF/u, "")
      const first = text.slice(0, text.indexOf("\n"))
      const delimiter = [";", "\t", ","].toSorted((a, b) => first.split(b).length - first.split(a).length)[0]!
      return parse(text, { columns: true, delimiter, skip_empty_lines: true, relax_column_count: true, to: MOST_ROWS }) as ReadonlyArray<Row>
    },
    catch: (error) => new ProviderInvalidRequest({
      provider: "csv", operation: "read_file", reason: "not_csv", message: `The file cannot be read as CSV in UTF-8 with a line of names: ${(error as Error).message.slice(0, 150)}`, attempts: 1
    })
  })

const fetched = Effect.fnUntraced(function*(way: Way, access: Access) {
  const bytes = yield* bytesAt(way, access)
  return { digest: hash("sha256", bytes, "base64url").slice(0, 22), rows: yield* rowsOf(bytes) }
})

/** A row is known again by its id, or else its e-mail address, or else all that it says. */
const personOf = (row: Row, mapping: Access["settings"]["mapping"]): RemotePerson => {
  const fields = foundIn(row, mapping)
  const id = row["id"] ?? row["ID"] ?? row["Id"]
  const remote_id = id !== undefined && id !== "" ? `id ${id}` : fields.email !== undefined ? `email ${fields.email.toLowerCase()}` : `row ${hash("sha256", JSON.stringify(row), "base64url").slice(0, 22)}`
  return { remote_id: remote_id.slice(0, 200), fields }
}

const Place = Schema.Struct({ digest: Schema.String, row: Schema.NullOr(Schema.Int) })
const placeOf = Schema.decodeUnknownOption(Place)

/** A file of comma-separated values at an https address (RFC 4180). */
export const csv: IntegrationModule = {
  party: { name: "csv", usually: "https://csv.invalid", verdictOf: () => undefined },
  objection: (access, base) => {
    const url = URL.parse(addressOf(access))
    if (url !== null && (url.protocol === "https:" || url.origin === new URL(base).origin) && url.username === "" && url.password === "") return undefined
    return { field: "secret_address", error: "it has to be an https address without user name and password" }
  },
  check: (way, access) => Effect.map(fetched(way, access), ({ rows }) => ({ account: `${new URL(addressOf(access)).host}, ${rows.length} rows` })),
  read: Effect.fnUntraced(function*(way, access, place) {
    const { digest, rows } = yield* fetched(way, access)
    const before = Option.getOrUndefined(placeOf(place))
    /* The same file as the last time has nothing new; one that changed in between is begun anew. */
    const row = before?.digest === digest ? before.row : 0
    if (row === null) return { people: [], place, done: true }
    const some = rows.slice(row, row + ROWS)
    const done = row + ROWS >= rows.length
    return { people: some.map((one) => personOf(one, access.settings.mapping)), done, place: { digest, row: done ? null : row + ROWS } }
  })
}
