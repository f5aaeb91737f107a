import { Layer } from "effect"
import { Connections } from "./connections.ts"
import { Partners } from "./partners.ts"
import { TeamChats } from "./team-chats.ts"

/** Everything the programs of integrations can do, given calls to outside parties. */
export const IntegrationServices = Layer.mergeAll(Connections.layer, Partners.layer, TeamChats.layer)
