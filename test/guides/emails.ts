import { Effect, Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { Timestamp } from "#schemas/kernel/time"
import { emailCustomer } from "#workflows/messages/send"
import { paragraph, template } from "#workflows/messages/template"

/*
 * How a category writes to customers. A template is one file in `workflows/messages/templates`, whose default export says its data, an
 * example and its parts; HTML, plain text, the company's frame, sender and language follow. `emailCustomer` belongs to the transaction in
 * progress, and its `key` makes it one e-mail however often it is asked for. What became of it stands in the row that it answers with, also
 * when it bounces or its reader complains later; the next e-mail to that address is then `suppressed`.
 */
export const reminder = template({
  name: "reminder",
  transactional: true,
  data: Schema.Struct({ name: Schema.String, at: Timestamp, fee: Schema.Int }),
  example: { name: "Grace", at: "2026-11-28T09:30:00.000Z", fee: 12_500 },
  content: ({ at, fee, name }, { company, formats }) => ({
    subject: `See you on ${formats.day(at)}`,
    blocks: [
      paragraph(`Hello ${name}, we expect you on ${formats.dayAndTime(at)}.`),
      { kind: "facts", rows: [["Fee", formats.money({ amount: fee, currency: company!.currency })]] }
    ]
  })
})

export const remind = Effect.fnUntraced(function*(appointment: { readonly id: number; readonly contact_id: ContactId; readonly at: string }) {
  const { id } = yield* emailCustomer(
    reminder, { name: "Grace", at: appointment.at, fee: 12_500 }, { to: { contact_id: appointment.contact_id }, key: `reminder ${appointment.id}` }
  )
  return id
})
