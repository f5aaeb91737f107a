import { Layer } from "effect"
import { Entries } from "./entries.ts"
import { Passages } from "./passages.ts"
import { KbQueries } from "./queries.ts"
import { Retrieval } from "./retrieval.ts"
import { Synonyms } from "./synonyms.ts"
import { KbUsage } from "./usage.ts"

/** Everything the programs of the knowledge base can do. */
export const KnowledgeServices = Layer.mergeAll(Entries.layer, KbQueries.layer, KbUsage.layer, Passages.layer, Retrieval.layer, Synonyms.layer)
