import { Effect } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { payloadHash } from "#layers/workflows/runs"
import { ContactId } from "#schemas/crm/contact"
import { CompanyId } from "#schemas/kernel/ids"
import { Caller, type Mode } from "#schemas/kernel/tenancy"
import { emailCustomer } from "#workflows/messages/send"
import notice from "#workflows/messages/templates/notice"
import news from "#workflows/messages/templates/news"
import { companyIds, json, type Key, send } from "../support/test-server.ts"
import { somebody } from "../support/workflows.ts"

interface Given {
  readonly company?: keyof typeof companyIds
  readonly mode?: Mode
  readonly subject?: string
  readonly key?: string
  readonly news?: true
  readonly files?: NonNullable<Parameters<typeof emailCustomer>[2]["files"]>
}

/** Does work for a company as a program of a category would, with its receipt. */
export const acting = ({ company = "acme", mode = "live" }: Pick<Given, "company" | "mode">) => <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Receipted.use((receipted) => receipted.write({ verb: "test_email", payloadHash: payloadHash({}) }, work)).pipe(
    Effect.provideService(Caller, { ...somebody, company_id: CompanyId.make(companyIds[company]), mode })
  )

/** Writes an e-mail to an address or a contact. */
export const emailTo = (to: string | number, given: Given = {}) =>
  acting(given)(emailCustomer(
    given.news === true ? news : notice,
    { ...notice.example, subject: given.subject ?? notice.example.subject },
    {
      to: typeof to === "string" ? { email: to } : { contact_id: ContactId.make(to) },
      ...given.key !== undefined && { key: given.key },
      ...given.files !== undefined && { files: given.files }
    }
  ))

/** Waits until it is known what became of an e-mail. */
export const settled = (id: number, key: Key = "acme") =>
  Effect.gen(function*() {
    for (;;) {
      const { json } = yield* send(`/messages/emails/${id}`, { key })
      if (json.state !== "queued") return json
      yield* Effect.sleep("20 millis")
    }
  }).pipe(Effect.timeout("90 seconds"), Effect.orDie)

/** Changes what the company says of itself, as its owner. */
export const settings = (changes: object) => send("/company/settings", { key: "owner", method: "PATCH", ...json(changes) })
