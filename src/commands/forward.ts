import { Effect } from "effect"
import { schedule } from "#schemas/webhooks/schedule"
import type { ListedEvent } from "#schemas/webhooks/events.api"
import { headersOf } from "#workflows/webhooks/message"

/** What came of sending an event to an address. */
export interface Forwarded {
  /** Of HTTP; `null` when there was no answer. */
  readonly status: number | null
  readonly latency_ms: number
  readonly error: string | null
}

const reasonOf = (thrown: unknown) => {
  if (thrown instanceof Error && thrown.name === "TimeoutError") return `There was no answer within ${schedule.deadline / 1_000} seconds.`
  const { code } = ((thrown as Error).cause ?? {}) as { readonly code?: string }
  return code === "ECONNREFUSED" ? "The connection was refused." : `The connection failed${code === undefined ? "" : ` (${code})`}.`
}

/** Sends an event once, as a webhook would: signed, without following redirects, for as long as an attempt may take. */
export const forward = (url: string, secret: string, event: ListedEvent) =>
  Effect.promise(async (): Promise<Forwarded> => {
    const body = JSON.stringify(event)
    const begun = performance.now()
    const since = () => Math.round(performance.now() - begun)
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: headersOf(event, { secret, previous_secret: null }, body, Date.now()),
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(schedule.deadline)
      })
      await answer.arrayBuffer()
      return { status: answer.status, latency_ms: since(), error: null }
    } catch (error) {
      return { status: null, latency_ms: since(), error: reasonOf(error) }
    }
  })
