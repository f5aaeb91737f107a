import { Layer } from "effect"
import { Passages } from "./passages.ts"
import { Retrieval } from "./retrieval.ts"

/** Everything the programs of the knowledge base can do. */
export const KnowledgeServices = Layer.mergeAll(Passages.layer, Retrieval.layer)
