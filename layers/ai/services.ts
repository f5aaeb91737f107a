import { Layer } from "effect"
import { ChatMessages, Conversations } from "./conversations.ts"
import { ModelCalls } from "./model-calls.ts"
import { AiSettings } from "./settings.ts"

/** Everything the programs of AI can do, given models and tokens. */
export const AiServices = Layer.merge(ModelCalls.layer, Layer.merge(Conversations.layer, ChatMessages.layer)).pipe(Layer.provideMerge(AiSettings.layer))
