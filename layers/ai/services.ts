import { Layer } from "effect"
import { ModelCalls } from "./model-calls.ts"
import { AiSettings } from "./settings.ts"

/** Everything the programs of AI can do, given models and tokens. */
export const AiServices = ModelCalls.layer.pipe(Layer.provideMerge(AiSettings.layer))
