import { Effect, Option, Schema } from "effect"
import { Hosts } from "#layers/company/hosts"
import { HostId } from "#schemas/company/host"
import { durable, sleep, step, write } from "../durable.ts"
import { problemOf } from "./host-problem.ts"

/** Looks whether a host that was added is proved by its DNS record, until it is or nobody seems to add the record. */
export const HostProof = durable({
  name: "company.host_proof",
  version: 1,
  payload: { host_id: HostId },
  success: Schema.Literals(["proved", "missing", "removed", "taken"]),
  /* Name servers know of no test time. */
  realTime: true
})

/** Soon, for who just added the record; then every minute for ten minutes, every five for two hours, every half an hour for three days. */
const waits = [
  "3 seconds", "10 seconds", "20 seconds", ...Array.from({ length: 10 }, () => "1 minute" as const), ...Array.from({ length: 24 }, () => "5 minutes" as const),
  ...Array.from({ length: 144 }, () => "30 minutes" as const)
] as const

const Seen = Schema.Literals(["proved", "waits", "removed"])
/** Another company has proved it. */
const Taken = Schema.TaggedStruct("Taken", {})
const Look = Schema.Struct({ problem: Schema.NullOr(Schema.String), known: Schema.Boolean })

/** What the name servers say by now of a host that is still to be proved; `known` is false where nobody could be asked. */
const looked = Effect.fnUntraced(function*(id: HostId) {
  const found = yield* Hosts.use((hosts) => hosts.find(id))
  if (Option.isNone(found) || found.value.proved_at !== null) return { problem: null, known: true }
  return yield* Effect.orElseSucceed(problemOf(found.value), () => ({ problem: null, known: false }))
})

/** Writes down what was seen, as `check_host` does. */
const noted = Effect.fnUntraced(function*(id: HostId, problem: string | null) {
  const hosts = yield* Hosts
  const found = yield* hosts.find(id, { lock: true })
  if (Option.isNone(found)) return "removed" as const
  if (found.value.proved_at !== null) return "proved" as const
  if (problem !== null) {
    if (problem !== found.value.problem) yield* Effect.orDie(hosts.unproved(found.value, problem))
    return "waits" as const
  }
  return yield* Effect.as(Effect.mapError(hosts.proved(found.value), () => Taken.make({})), "proved" as const)
})

export const HostProofProgram = HostProof.program(Effect.fnUntraced(function*({ host_id }) {
  for (const [round, wait] of waits.entries()) {
    yield* sleep(`wait/${round}`, wait)
    const { known, problem } = yield* step(`look/${round}`, { success: Look }, looked(host_id))
    if (!known) continue
    const seen = yield* Effect.catchTag(
      write(`note/${round}`, { verb: "check_host", success: Seen, error: Taken }, noted(host_id, problem)), "Taken", () => Effect.succeed("taken" as const)
    )
    if (seen !== "waits") return seen
  }
  return "missing"
}))
