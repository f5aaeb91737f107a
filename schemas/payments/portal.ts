import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { defaulted } from "#schemas/kernel/defaulted"
import { Timestamp } from "#schemas/kernel/time"
import { PlanId } from "./plan.ts"

const Allowed = Schema.Boolean.annotate({ examples: [true] })

/** Plans to which customers change their subscriptions by themselves. */
const ChangePlans = Schema.Array(PlanId).annotate({
  description: "Plans to which customers change their subscriptions by themselves, of the same currency and interval; none: not at all.",
  examples: [[1, 2].map((id) => PlanId.make(id))]
})

const fields = {
  enabled: Allowed.annotate({ description: "Links lead to the pages, and e-mails of invoices name them." }),
  payment_methods: Allowed.annotate({
    description: "Customers see their payment methods, add some, remove some, and choose which a subscription is charged to."
  }),
  cancel: Allowed.annotate({ description: "They cancel subscriptions at the end of the period, and take that back until then." }),
  pause: Allowed.annotate({ description: "They pause subscriptions, and resume them.", examples: [false] })
}

/** What customers may do on their own pages. */
export const PortalSettings = Schema.Struct({
  ...fields,
  change_plan_ids: ChangePlans,
  livemode: Schema.Boolean.annotate({ description: "Live and test keys have settings of their own." })
}).annotate({ identifier: "PortalSettings" })
export type PortalSettings = typeof PortalSettings.Type

export const PortalSettingsChanges = Schema.Struct({
  enabled: Schema.optionalKey(fields.enabled),
  payment_methods: Schema.optionalKey(fields.payment_methods),
  cancel: Schema.optionalKey(fields.cancel),
  pause: Schema.optionalKey(fields.pause),
  change_plan_ids: Schema.optionalKey(ChangePlans.check(Schema.isMaxLength(50), Schema.isUnique()))
}).annotate({ identifier: "PortalSettingsChanges", description: "Only the fields that change.", examples: [{ pause: true }] })

/** Where nothing was set. */
export const portalDefaults = { enabled: true, payment_methods: true, cancel: true, pause: false, change_plan_ids: [] } as const

/** Days for which links in e-mails are good. */
export const PORTAL_DAYS = 30

export const NewPortalLink = Schema.Struct({
  contact_id: ContactId.annotate({ description: "Whose pages it opens." }),
  days: defaulted(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 90 })).annotate({ description: "For how long it is good.", examples: [1] }), PORTAL_DAYS
  )
}).annotate({ identifier: "NewPortalLink", examples: [{ contact_id: ContactId.make(42), days: 1 }] })

export const PortalLink = Schema.Struct({
  contact_id: ContactId.annotate({ description: "Whose pages it opens." }),
  url: Schema.String.annotate({
    description: "The pages, for this customer alone: who has it sees and does there what the customer does.",
    examples: ["https://example.com/my/1.live.42.tk9c3a.8Fq3vT1mXo2kZr7YwLc0aHnB5uJdEpGsKiVtQyM4CbA"]
  }),
  expires_at: Timestamp.annotate({ description: "From then on it only offers to send a new one to the customer's address." }),
  livemode: Schema.Boolean.annotate({ description: "Made with a live key. Those of test keys show what test keys made." })
}).annotate({ identifier: "PortalLink" })
