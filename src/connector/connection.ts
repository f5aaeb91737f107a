import { Context, type Effect } from "effect"
import type { Caller } from "#schemas/kernel/tenancy"
import type { InProcessRequests } from "../http/in-process-client.ts"

/** The connection that a request came through: what a person granted to a client, for one company. */
export class Connection extends Context.Service<Connection, {
  /** Whom it acts for at this moment: nobody, once it was revoked or has expired. */
  readonly caller: Effect.Effect<Caller["Service"] | undefined>
  /** Calls the API within the process. */
  readonly send: InProcessRequests["Service"]
}>()("src/connector/Connection") {}
