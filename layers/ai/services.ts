import { Layer } from "effect"
import { AgentRuns } from "./agent-runs.ts"
import { Agents } from "./agents.ts"
import { ChatMessages, Conversations } from "./conversations.ts"
import { ModelCalls } from "./model-calls.ts"
import { AiSettings } from "./settings.ts"
import { VerbCalls } from "./verb-calls.ts"

/** Everything the programs of AI can do, given models and tokens. */
export const AiServices = Layer.merge(ModelCalls.layer, Layer.mergeAll(Conversations.layer, ChatMessages.layer, Agents.layer, AgentRuns.layer, VerbCalls.layer)).pipe(Layer.provideMerge(AiSettings.layer))
