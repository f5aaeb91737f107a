import { Effect, Option, Redacted } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { anonymousCaller } from "#layers/auth/audit"
import { ServiceConfig } from "#layers/kernel/config"
import { CustomerEmails } from "#layers/messages/emails"
import { reportOf } from "#layers/messages/reports"
import { isSame } from "#layers/providers/signature"
import { payloadHash } from "#layers/workflows/runs"
import type { Input } from "#schemas/kernel/catalog"
import { Unauthorized } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type * as api from "#schemas/messages/reports.api"

const unknown = () => new Unauthorized({ message: "The header X-Webhook-Secret does not hold the secret of the setting MAIL_WEBHOOK_SECRET." })

const accepted = { accepted: true } as const

export const receive_email_report = Effect.fnUntraced(function*({ body: { bytes, headers } }: Input<typeof api.receive_email_report>) {
  const { mailWebhookSecret: secret } = yield* ServiceConfig
  if (Option.isNone(secret) || !isSame(headers["x-webhook-secret"] ?? "", Redacted.value(secret.value))) return yield* unknown()
  const report = yield* reportOf(bytes)
  if (Option.isNone(report)) return accepted
  const { company_id, kind, reference } = report.value
  yield* Receipted.use((receipted) => receipted.write(
    { verb: "receive_email_report", payloadHash: payloadHash({ reference, kind }) },
    CustomerEmails.use((emails) => emails.reported(report.value))
  )).pipe(Effect.provideService(Caller, anonymousCaller(company_id)))
  return accepted
})
