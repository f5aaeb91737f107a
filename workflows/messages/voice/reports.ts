import { Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { anonymousCaller } from "#layers/auth/audit"
import { Site } from "#layers/kernel/installation/site"
import { Calls, type NewCallEvent } from "#layers/messages/voice/calls"
import { CallRecordings } from "#layers/messages/voice/recordings"
import type { CallReport } from "#layers/providers/messaging/provider"
import { twilioCallReport } from "#layers/providers/messaging/twilio-voice"
import { payloadHash } from "#layers/workflows/runs"
import type { RawBody } from "#schemas/kernel/bodies"
import type { Input } from "#schemas/kernel/catalog"
import { Unauthorized } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { type Call, isOver } from "#schemas/messages/voice/call"
import type * as api from "#schemas/messages/voice/inbound.api"
import { callProvider } from "./asking.ts"
import { tellEnded } from "./following.ts"
import { outcomeOfCall } from "./outcome.ts"
import { CallRecordingRun, noteTranscript } from "./recording-runs.ts"
import { stepNamed } from "./steps.ts"

/** The same for each reason, so that nobody learns which numbers there are. */
export const unsigned = () => new Unauthorized({ message: "The request is not signed by the provider of one of our numbers, for this address." })

/** Goes on only if the provider of the caller's company signed a request as it came, for the address that it came to. */
export const requireSigned = Effect.fnUntraced(function*(by: string, { bytes, headers, target }: RawBody) {
  const account = yield* Effect.mapError(callProvider(by), unsigned)
  const { linked } = yield* Site
  if (account.name !== by || !account.signed({ url: `${linked}${target}`, bytes, headers })) return yield* unsigned()
})

const eventOf = ({ status }: CallReport): ReadonlyArray<NewCallEvent> => {
  if (status === "ringing") return [{ kind: "ringing", about: null }]
  if (status === "in-progress") return [{ kind: "answered", about: null }]
  return status === null || status === "queued" || status === "initiated" ? [] : [{ kind: "ended", about: status }]
}

/** Writes how a call stands, if that is news. */
export const noteStatus = Effect.fnUntraced(function*(before: Call, { duration, error, id, status }: CallReport) {
  if (status === null) return
  const calls = yield* Calls
  const after = yield* calls.advance(before, outcomeOfCall({ id, status, duration, error }))
  if (after.state === before.state) return
  yield* calls.happened(after.id, eventOf({ status } as CallReport))
  if (isOver(after.state)) yield* tellEnded(after.id)
})

/** Writes that something was recorded, and fetches it, once; and what was said in it. */
const noteRecording = Effect.fnUntraced(function*(call: Call, kind: "voicemail" | "conversation", { recording, transcript }: CallReport) {
  if (recording === null) return
  const calls = yield* Calls
  const recordings = yield* CallRecordings
  const known = yield* recordings.named(call.provider, recording.id)
  if (Option.isNone(known) && !recording.isDone && transcript === null) return
  const one = Option.isSome(known) ? known.value : yield* Effect.orDie(recordings.create({
    call_id: call.id, kind, state: "fetching", seconds: recording.seconds, type: "audio/mpeg", provider: call.provider, provider_id: recording.id
  }))
  if (Option.isNone(known)) {
    yield* calls.happened(call.id, [{ kind: "recorded", about: `${recording.seconds} s` }])
    if (kind === "voicemail" && recording.seconds > 0) yield* calls.setResult(call, "voicemail")
    yield* CallRecordingRun.start({ recording_id: one.id, call_id: call.id, provider_id: recording.id }, { key: `recording ${one.id}` })
  }
  if (transcript !== null && transcript !== "" && one.transcript === null) {
    yield* Effect.orDie(recordings.update(one, { transcript }))
    yield* calls.happened(call.id, [{ kind: "transcribed", about: null }])
    yield* noteTranscript(call, transcript)
  }
})

const accepted = { accepted: true } as const

export const receive_call_report = Effect.fnUntraced(function*({ body, provider, step }: Input<typeof api.receive_call_report>) {
  const named = yield* stepNamed(step)
  const report = twilioCallReport(body.bytes)
  if (Option.isNone(named) || report === undefined || !("tells" in named.value.what)) return yield* unsigned()
  const { call, company, what: { tells } } = named.value
  yield* Effect.gen(function*() {
    yield* requireSigned(provider, body)
    yield* Receipted.use((receipted) => receipted.write(
      { verb: "receive_call_report", payloadHash: payloadHash({ id: report.id, tells, status: report.status, recording: report.recording }) },
      Effect.gen(function*() {
        const found = yield* Calls.use((calls) => calls.find(call, { lock: true }))
        if (Option.isNone(found)) return
        const { provider: by, provider_id } = found.value
        if (by !== provider || provider_id !== null && provider_id !== report.id) return yield* unsigned()
        yield* tells === "status" ? noteStatus(found.value, report) : noteRecording(found.value, tells, report)
      })
    ))
  }).pipe(Effect.provideService(Caller, anonymousCaller(company)))
  return accepted
})
