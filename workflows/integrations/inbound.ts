import { Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { ImportContacts } from "#layers/crm/import-contacts"
import { Connections } from "#layers/integrations/connections"
import { payloadHash } from "#layers/workflows/runs"
import type * as api from "#schemas/integrations/inbound.api"
import type { ContactField } from "#schemas/integrations/integration"
import { fitting, foundIn } from "#schemas/integrations/person-fields"
import type { Input } from "#schemas/kernel/catalog"
import { BadRequest, NotFound } from "#schemas/kernel/errors"
import { create_contact, update_contact } from "../crm/contacts.ts"
import { asHolder } from "../payments/addressed.ts"

const KEY = "inbound_webhook"
const SOURCE = "inbound webhook"

const parsed = (type: string, bytes: Uint8Array): unknown => {
  const text = new TextDecoder().decode(bytes)
  if (type === "application/x-www-form-urlencoded") return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const nothing = {
  first_name: null, last_name: null, email: null, phone: null, organization_id: null, company_name: null, owner_id: null, tags: [], notes: null,
  source: SOURCE, custom_fields: {}
}

/** Makes a contact of what was sent, or fills the empty fields of the one that has the address. */
const taken = Effect.fnUntraced(function*(fields: { readonly [F in ContactField]?: string }) {
  const { email } = fields
  const [known] = email === undefined ? [] : yield* ImportContacts.use((contacts) => contacts.holding([email]))
  if (known === undefined) return void (yield* Effect.orDie(create_contact({ ...nothing, ...fields })))
  const empty = Object.fromEntries(Object.entries(fields).filter(([field]) => known[field as ContactField] === null))
  if (Object.keys(empty).length > 0) yield* Effect.orDie(update_contact({ id: known.id, ...empty }))
})

const unknown = "There is nothing at this address: the connection may have been made anew since."

export const receive_integration_data = Effect.fnUntraced(function*({ body: { bytes, type }, token }: Input<typeof api.receive_integration_data>) {
  const connections = yield* Connections
  const body = parsed(type, bytes)
  const done = yield* asHolder(connections.byAddress(token), undefined, () =>
    Effect.gen(function*() {
      const row = yield* connections.find(KEY)
      if (Option.isNone(row)) return undefined
      const { fields, wrong } = fitting(foundIn(body, row.value.settings.mapping))
      if (fields.email === undefined && fields.phone === undefined && fields.first_name === undefined && fields.last_name === undefined) {
        return yield* new BadRequest({
          message: "There is no name, e-mail address or phone number in it, where they are looked for.",
          details: wrong.map((field) => ({ field, error: "it is not what it may be", received: null }))
        })
      }
      yield* Receipted.use((receipted) => receipted.write(
        { verb: "receive_integration_data", payloadHash: payloadHash({ token: KEY, fields }) }, taken(fields)
      ))
      return true
    }))
  if (done === undefined) return yield* new NotFound({ message: unknown })
  return { accepted: true } as const
})
