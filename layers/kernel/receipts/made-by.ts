import { Effect } from "effect"
import { Caller } from "#schemas/kernel/tenancy"
import type { Author } from "#schemas/website/revision"
import { CurrentAttribution } from "./change-log.ts"

/** Who made a version of something, by the credential that was used. */
export interface MadeBy {
  readonly kind: Author["kind"]
  readonly id: number | null
  /** What the agent is called that used it. */
  readonly label: string | null
}

/** Who makes the version that is being written. */
export const maker = Effect.map(Effect.all([Caller, CurrentAttribution]), ([{ agent: ofKey, key_id, person }, { agent = ofKey }]): MadeBy => ({
  kind: agent !== undefined ? "agent" : person !== undefined ? "person" : key_id > 0 ? "key" : "service",
  id: key_id > 0 ? key_id : null,
  label: agent ?? null
}))
