import { Effect } from "effect"
import { operations } from "#schemas/operations"
import { requireKnownName } from "./known-names.ts"

/** What happens by itself, or on pages, and leaves a receipt though it is no operation of the API. */
const otherVerbs = [
  "check_alerts", "expire_consent", "login_failed", "login_throttled", "mail_report", "oauth_connected", "offer_appointment",
  "refresh_token_reused", "remind_customers", "remind_of_invoice", "renew_subscription", "request_consent", "send_daily_brief", "send_email",
  "set_password", "switch_company", "take_deposit", "task_due", "unsubscribe"
]
const verbs = [...operations.keys(), ...otherVerbs]

/** Refuses a filter by a verb that there is not, unless something is kept under it: what operations did that are no more. */
export const requireVerb = <E, R>(wanted: string | undefined, kept: (verb: string) => Effect.Effect<{ readonly total: number }, E, R>) =>
  Effect.gen(function*() {
    if (wanted === undefined || verbs.includes(wanted) || (yield* kept(wanted)).total > 0) return
    yield* requireKnownName({ field: "verb", wanted, names: verbs })
  })
