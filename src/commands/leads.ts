import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import type { WaitingLead } from "#layers/referrals/overview"
import { plain, plainJson } from "./terminal.ts"

const flags = {
  limit: Flag.Int("limit").pipe(Flag.withDescription("How many, the newest first."), Flag.withDefault(20)),
  json: Flag.Boolean("json").pipe(Flag.withDescription("As JSON lines."), Flag.withDefault(false))
}

const shown = ({ ai_platform, at, company_name, continues, email, message, name, origin, reference, referral, template_id }: WaitingLead) => {
  const facts = [
    ["e-mail", email], ["name", name], ["company", company_name], ["template", template_id], ["sent by", ai_platform], ["goes on from", continues],
    ["referral", referral], ["message", message]
  ] as const
  return [`${reference}  ${at}  ${origin}`, ...facts.flatMap(([what, text]) => text === "" ? [] : [`  ${what}: ${plain(text)}`])].join("\n")
}

export const leadsCommand = Command.make("leads", flags, ({ json, limit }) =>
  Effect.gen(function*() {
    const { besideService } = yield* Effect.promise(() => import("./beside.ts"))
    const { waitingLeads } = yield* Effect.promise(() => import("#layers/referrals/overview"))
    yield* besideService(Effect.fnUntraced(function*({ url }) {
      const leads = yield* waitingLeads(limit, url)
      if (json) for (const lead of leads) yield* Console.log(plainJson(lead))
      else yield* Console.log(leads.length === 0 ? "No lead waits." : leads.map(shown).join("\n\n"))
    }))
  })
).pipe(Command.withDescription("List leads of the contact page and of schedule_demo that no company has got, the newest first."))
