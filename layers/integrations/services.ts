import { Layer } from "effect"
import { Connections } from "./connections.ts"
import { OutgoingRecords } from "./outgoing-records.ts"
import { Partners } from "./partners.ts"
import { SyncRuns } from "./sync-runs.ts"
import { TeamChats } from "./team-chats.ts"
import { Tokens } from "./tokens.ts"

/** Everything the programs of integrations can do, given calls to outside parties. */
export const IntegrationServices = Layer.mergeAll(OutgoingRecords.layer, SyncRuns.layer, TeamChats.layer, Tokens.layer).pipe(
  Layer.provideMerge(Layer.merge(Connections.layer, Partners.layer))
)
