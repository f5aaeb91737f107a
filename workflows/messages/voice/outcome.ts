import type { CallOutcome } from "#layers/messages/voice/calls"
import type { CallReport, ProviderCall } from "#layers/providers/messaging/provider"

const states: Readonly<Record<ProviderCall["status"], CallOutcome["state"]>> = {
  queued: "ringing", initiated: "ringing", ringing: "ringing", "in-progress": "in_progress", completed: "completed", busy: "busy", "no-answer": "no_answer",
  failed: "failed", canceled: "canceled"
}

const kept = (text: string) => text.replaceAll("\0", "")

/** What a provider says of a call that it knows. */
export const outcomeOfCall = ({ duration, error = null, id, status }: Pick<ProviderCall, "duration" | "id" | "status"> & Partial<Pick<CallReport, "error">>): CallOutcome => {
  const state = states[status]
  return {
    state, provider_id: kept(id), duration_seconds: duration,
    error_code: state === "failed" ? kept(error ?? status) : null,
    error_message: state === "failed" ? "The provider could not place it." : null
  }
}

/** A provider's refusal of a call that it did not place. */
export const failedCall = (error: { readonly message: string; readonly reason?: string }): CallOutcome => ({
  state: "failed", provider_id: null, duration_seconds: null, error_code: kept(error.reason ?? "not_configured"), error_message: kept(error.message)
})

export const unknownCall = (message: string): CallOutcome =>
  ({ state: "unknown", provider_id: null, duration_seconds: null, error_code: "unconfirmed", error_message: kept(message) })
