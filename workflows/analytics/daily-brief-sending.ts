import { Effect } from "effect"
import { Members } from "#layers/auth/members"
import { CompanySettings } from "#layers/company/settings"
import { Site } from "#layers/kernel/installation/site"
import { sleepUntil, write } from "../durable.ts"
import { emailCustomer } from "../messages/send.ts"
import template from "../messages/templates/daily-brief.ts"
import { get_daily_brief } from "./brief.ts"
import { awaitBrief, DailyBriefMail } from "./daily-brief-run.ts"

const sent = Effect.fnUntraced(function*({ at, day, time_zone }: Pick<Parameters<typeof DailyBriefMail.start>[0], "at" | "day" | "time_zone">) {
  const settings = yield* CompanySettings.use(({ own }) => own)
  if (settings.daily_brief_at !== at || settings.time_zone !== time_zone) return "changed" as const
  const { as_of, lines } = yield* get_daily_brief()
  const { linked } = yield* Site
  const data = {
    as_of, dashboard: `${linked}/dashboard`,
    lines: lines.map(({ act, currency, last_week, title, today, yesterday }) => ({ title, today, yesterday, last_week, currency, page: `${linked}${act.page}` }))
  }
  for (const { email, id } of yield* Members.use(({ inCharge }) => inCharge)) {
    /* A key for each day: whoever changes the hour after it was sent gets no second one. */
    yield* emailCustomer(template, data, { to: { email }, key: `daily_brief ${day} ${id}` }).pipe(
      Effect.catch(({ message }) => Effect.logInfo(`a daily brief was not sent: ${message}`))
    )
  }
  yield* awaitBrief(settings)
  return "sent" as const
})

export const DailyBriefProgram = DailyBriefMail.program(Effect.fnUntraced(function*({ instant, ...asked }) {
  yield* sleepUntil("hour", instant)
  return yield* write("send", { verb: "send_daily_brief", success: DailyBriefMail.workflow.successSchema }, sent(asked))
}))
