import { operation } from "#schemas/kernel/endpoints"
import { email, Email, EmailId, EmailWithContent } from "./email.ts"

export const list_emails = operation.list("list_emails", "/emails", Email, {
  filters: email.list.filters,
  sort: ["id", "created_at"],
  by: "-id",
  summary: "List e-mails to customers",
  description: "What was written to customers by e-mail, newest first, and what became of it. E-mails of live and of test keys are apart.",
  access: "messages:read"
})

export const get_email = operation.get("get_email", "/emails/:id", EmailWithContent, {
  params: { id: EmailId },
  summary: "Get an e-mail to a customer",
  description: "One e-mail with its text and HTML.",
  access: "messages:read"
})
