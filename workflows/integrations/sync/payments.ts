import { Effect } from "effect"
import { Activities } from "#layers/crm/activities"
import { ImportContacts } from "#layers/crm/import-contacts"
import type { RemotePayment } from "#layers/integrations/module"
import { SyncRuns, type Touch } from "#layers/integrations/sync-runs"
import { declarations, type IntegrationKey } from "#schemas/integrations/catalogue"
import type { Caller } from "#schemas/kernel/tenancy"
import { decimalOf } from "#schemas/payments/currency"
import { digestOf } from "./digests.ts"
import type { Outcome } from "./people.ts"

const touched = (action: Touch["action"], remote_id: string, more: Partial<Touch> = {}): Touch =>
  ({ direction: "in", object: "activity", remote_id, record_id: null, reason: null, ...more, action })

/**
 * Notes payments that were taken elsewhere in the timelines of those who paid. They are no payments of ours: the books count what this service takes.
 */
export const takePayments = Effect.fnUntraced(function*(payments: ReadonlyArray<RemotePayment>, key: IntegrationKey, dryRun: boolean) {
  const activities = yield* Activities
  const runs = yield* SyncRuns
  const { name } = declarations.get(key)!
  const known = yield* runs.links(key, "activity", payments.map(({ remote_id }) => remote_id))
  const people = yield* runs.links(key, "contact", payments.flatMap(({ person }) => person ?? []))
  const emails = [...new Set(payments.flatMap(({ email }) => email?.toLowerCase() ?? []))].sort()
  const byEmail = new Map((yield* ImportContacts.use(({ holding }) => holding(emails))).map((contact) => [contact.email!, contact.id]))

  return yield* Effect.forEach(payments, Effect.fnUntraced(function*(payment): Effect.fn.Return<Outcome, never, Caller> {
    const { amount, at, currency, description, email, person, remote_id, state } = payment
    const link = known.get(remote_id)
    const theirs = digestOf({ amount, currency, state, description })
    if (link?.theirs === theirs) return { unchanged: true }
    const contact_id = (person === undefined ? undefined : people.get(person)?.record_id) ?? byEmail.get(email?.toLowerCase() ?? "")
    if (contact_id === undefined) return { touch: touched("skipped", remote_id, { reason: "Nobody here has the address of who paid." }) }
    const subject = `${decimalOf(amount, currency)} ${currency} by ${name}: ${state}`.slice(0, 200)
    const values = { subject, body: description === null ? null : description.replaceAll("\0", "").slice(0, 2_000) }
    if (dryRun) return { touch: touched(link === undefined ? "created" : "updated", remote_id, { record_id: link?.record_id ?? null, after: values }) }
    if (link === undefined) {
      const made = yield* activities.create({ ...values, kind: "note", contact_id, deal_id: null, owner_id: null, duration_minutes: null, occurred_at: at })
      return {
        touch: touched("created", remote_id, { record_id: made.id, after: values }),
        link: { object: "activity", remote_id, record_id: made.id, theirs, ours: "" }
      }
    }
    const before = yield* Effect.option(activities.get(link.record_id, { lock: true }))
    if (before._tag === "None") return { unchanged: true, link: { ...link, theirs } }
    yield* Effect.orDie(activities.update(before.value, values))
    return {
      touch: touched("updated", remote_id, { record_id: link.record_id, before: { subject: before.value.subject, body: before.value.body }, after: values }),
      link: { ...link, theirs }
    }
  }))
})
