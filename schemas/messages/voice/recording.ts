import { Schema } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { phrase, word } from "#schemas/kernel/phrase"
import { CallId, CallRecordingId } from "./ids.ts"

export const recordingKinds = ["voicemail", "conversation"] as const

/** What was recorded of a call. */
export const callRecording = entity("CallRecording", {
  id: field.readOnly(CallRecordingId),
  call_id: field.readOnly(CallId),
  kind: field.readOnly(Schema.Literals(recordingKinds).annotate({ description: "A message that a caller left, or what two people said.", examples: ["voicemail"] })),
  state: field.readOnly(Schema.Literals(["fetching", "stored", "failed"]).annotate({
    description: "`fetching`: it is on its way from the provider. `stored`: it is here, and no longer with the provider. `failed`: the provider did not give it.",
    examples: ["stored"]
  })),
  seconds: field.readOnly(Schema.Int.annotate({ description: "How long it is.", examples: [21] })),
  bytes: field.readOnly(Schema.NullOr(Schema.Int).annotate({ examples: [84_000] })),
  type: field.readOnly(Schema.String.annotate({ description: "Its media type.", examples: ["audio/mpeg"] })),
  url: field.readOnly(Schema.String.annotate({ description: "Where it can be heard with a key, below this host.", examples: ["/api/v1/voice/recordings/3/content"] })),
  transcript: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "What was said, as the provider's machine understood it, where it was asked to.", examples: ["This is Grace. Please call me back."]
  })),
  livemode: field.readOnly(Schema.Boolean),
  ...versioned
}, {
  description: "What was recorded of a call.",
  label: ({ kind }) => phrase`${word("kind", kind)}`,
  filters: { call_id: CallId, kind: Schema.Literals(recordingKinds) },
  sort: ["id", "created_at"]
})
export const CallRecording = callRecording.read
export type CallRecording = typeof CallRecording.Type
