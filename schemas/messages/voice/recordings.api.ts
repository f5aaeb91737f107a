import { operation } from "#schemas/kernel/endpoints"
import { CallRecordingId } from "./ids.ts"
import { CallRecording, callRecording } from "./recording.ts"

export const list_call_recordings = operation.list("list_call_recordings", "/voice/recordings", CallRecording, {
  ...callRecording.list,
  by: "-id",
  summary: "List recordings of calls",
  description: "Messages that callers left, and conversations that were recorded, newest first. `url` is where one can be heard.",
  access: "messages:read"
})

export const download_call_recording = operation.download("download_call_recording", "/voice/recordings/:id/content", {
  description: "The recording, as MP3.",
  examples: { "audio/mpeg": "The bytes of the recording." },
  ranges: true
}, {
  params: { id: CallRecordingId },
  summary: "Download a recording of a call",
  description: "What was recorded. There is nothing yet, which is 404, until it has come from the provider.",
  access: "messages:read"
})

export const delete_call_recording = operation.remove("delete_call_recording", "/voice/recordings/:id", CallRecording, {
  requiresConsent: true,
  undo: "nothing",
  summary: "Delete a recording",
  description: "Deletes a recording here, and at the provider if it still lies there. Nothing brings it back.",
  access: "messages:write"
})
