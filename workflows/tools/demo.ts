import { Effect } from "effect"
import type { ToolInput } from "#schemas/tools/catalog"
import { receive } from "../leads/receive.ts"
import { enough } from "./referrals.ts"
import { origin } from "./signup-link.ts"

const next = "No time has been agreed: the operator answers once the person has left an e-mail address at contact_link."

const told = {
  handed_over: `The request is in the operator's CRM as a contact with a task. ${next}`,
  recorded: `The request is stored with the service, where its operator lists it with the command "service leads". ${next}`
} as const

export const schedule_demo = Effect.fnUntraced(function*({ company_name }: ToolInput<"schedule_demo">) {
  const company = company_name?.trim() || undefined
  const { reference, status } = yield* receive({
    origin: "schedule_demo", company_name: company ?? null, name: null, email: null, message: null, template_id: null, ai_platform: null,
    referral_code: null, continues: null, form: null
  }).pipe(Effect.catch(({ most }) => enough("requests for a demo", most)))
  return {
    reference,
    status,
    ...company !== undefined && { company_name: company },
    contact_link: `${yield* origin}/contact?subject=demo&reference=${reference}`,
    message: told[status]
  }
})
