/** Parts of the product that advice points to, each with an operation that is there once the part is built. */
export const features = {
  contacts: { name: "Contacts", verb: "create_contact" },
  custom_fields: { name: "Custom fields", verb: "create_custom_field" },
  segments: { name: "Segments", verb: "create_segment" },
  lead_scoring: { name: "Lead scoring", verb: "set_scoring_rules" },
  duplicates: { name: "Duplicate contacts", verb: "find_duplicate_contacts" },
  imports: { name: "Imports", verb: "import_contacts" },
  deals: { name: "Deals", verb: "create_deal" },
  pipelines: { name: "Pipelines", verb: "create_pipeline" },
  tasks: { name: "Tasks", verb: "create_task" },
  activities: { name: "Activities and timeline", verb: "log_activity" },
  webhooks: { name: "Webhooks", verb: "create_webhook" },
  consents: { name: "Consent to what agents do", verb: "approve_consent" },
  appointments: { name: "Appointments", verb: "create_appointment" },
  payments: { name: "Payments and invoices", verb: "create_invoice" },
  messages: { name: "Text messages", verb: "send_sms" },
  shop: { name: "Shop", verb: "create_product" },
  knowledge_base: { name: "Knowledge base", verb: "search_kb" },
  analytics: { name: "Analytics", verb: "get_revenue" },
  assistant: { name: "Assistant", verb: "send_chat_message" }
} as const
export type FeatureId = keyof typeof features

export const featureIds = Object.keys(features) as ReadonlyArray<FeatureId>
