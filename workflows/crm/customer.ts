import { Effect } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { ContactId } from "#schemas/crm/contact"
import { Conflict } from "#schemas/kernel/errors"

/** The first word and the rest: what most names are made of, and easily put right where one is not. */
export const nameParts = (name: string | null) => {
  const [first = null, ...rest] = name?.split(/\s+/u) ?? []
  return { first_name: first, last_name: rest.length === 0 ? null : rest.join(" ") }
}

interface Given {
  readonly email?: string | null
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly phone?: string | null
}

/** The contact of the e-mail address, who stays as they are, or who is made where there is none. Nobody is found by a name or a phone number. */
export const customerOf = (given: Given) =>
  Contacts.use((contacts) => contacts.create({ ...given }, { events: ["contact.created"] })).pipe(
    Effect.map(({ id }) => id),
    Effect.catchTag("EmailTaken", ({ by }) =>
      by === undefined ? new Conflict({ message: "The contact of this address was just removed: try again." }) : Effect.succeed(ContactId.make(by)))
  )
