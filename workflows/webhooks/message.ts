import { type Signed, signaturesOf } from "#layers/webhooks/signing"
import type { EventKind } from "#schemas/kernel/events"

/** What a receiver is told of an event besides its data. */
export interface Envelope {
  readonly event_id: number
  readonly kind: EventKind
  readonly company_id: number
  readonly livemode: boolean
  readonly created_at: string
  readonly request_id: string
  readonly sequence: number
}

/** The envelope as it goes over the wire, without the data, which comes last. */
export const envelopeOf = ({ company_id, created_at, event_id, kind, livemode, request_id, sequence }: Envelope) =>
  ({ id: `evt_${event_id}`, kind, type: kind, timestamp: created_at, api_version: "v1" as const, company_id, livemode, created_at, request_id, sequence })

/** The headers of an event. `now` is in milliseconds since 1970. */
export const headersOf = ({ id, kind }: { readonly id: string; readonly kind: string }, signed: Signed, body: string, now: number): Record<string, string> => ({
  "content-type": "application/json",
  "user-agent": "BusinessPlatform-Webhooks/1.0",
  ...signaturesOf(signed, id, Math.floor(now / 1_000), body),
  "x-service-event": kind
})
