import { Layer } from "effect"
import { KbDocuments } from "./documents.ts"
import { Embedding } from "./embedding.ts"
import { Entries } from "./entries.ts"
import { Passages } from "./passages.ts"
import { KbQueries } from "./queries.ts"
import { DocumentReader } from "./reading/reader.ts"
import { Retrieval } from "./retrieval.ts"
import { KbSources } from "./sources.ts"
import { Synonyms } from "./synonyms.ts"
import { KbUsage } from "./usage.ts"
import { Vectors } from "./vectors.ts"

/** Everything the programs of the knowledge base can do, given models and tokens. */
export const KnowledgeServices = Layer.mergeAll(
  DocumentReader.layer, Entries.layer, KbDocuments.layer, KbQueries.layer, KbSources.layer, KbUsage.layer, Passages.layer, Retrieval.layer, Synonyms.layer
).pipe(Layer.provideMerge(Layer.merge(Embedding.layer, Vectors.layer)))
