import { Effect } from "effect"
import type { ConsentRow } from "#layers/agents/consents"
import { type Attribution, CurrentAttribution } from "#layers/kernel/receipts/change-log"
import { Site } from "#layers/kernel/installation/site"
import type { Actor, Consent } from "#schemas/agents/consent"
import { aboutOf } from "#schemas/kernel/consent"
import type { Change, EventKind } from "#schemas/kernel/events"
import { Caller } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"

/** As an answer shows it. */
export const consentView = ({ run_id: _, written: __, ...row }: ConsentRow): Effect.Effect<Consent, never, Site> =>
  Effect.map(Effect.flatMap(Site, ({ origin }) => origin), (origin) => {
    const address = `${origin}/api/v1/agent/consents/${row.id}`
    return {
      ...row,
      ...aboutOf(operations.get(row.verb)),
      preview_url: `${address}/preview`,
      approve_url: `${address}/approve`,
      page_url: `${origin}/dashboard/consents/${row.id}`
    }
  })

const factsOf = ({ actor, expires_at, id, key_id, livemode, reason, session, summary, verb, written }: ConsentRow) =>
  ({ id, verb, state: written, summary, livemode, key_id, actor, session, reason, expires_at })

/** A step, for its receipt and for those who subscribed. */
export const consentChange = (before: ConsentRow | null, after: ConsentRow, event: EventKind): Change =>
  ({ object: "consent", id: after.id, before: before && factsOf(before), after: factsOf(after), events: [event] })

const actorOf = ({ agent, human, mode }: Attribution): Actor | null =>
  agent === undefined && human === undefined ? null : {
    ...agent !== undefined && { agent },
    ...mode !== undefined && { mode },
    ...human !== undefined && { human_initiator: human }
  }

/** Who makes the call in progress. A key made for an agent is that agent, whatever the headers say. */
export const currentActor = Effect.gen(function*() {
  const { agent: ofKey, key_id } = yield* Caller
  const { agent = ofKey, ...attribution } = yield* CurrentAttribution
  return { key_id, agent, actor: actorOf({ ...attribution, agent }) }
})
