import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { Conflict, NotFound, PreconditionFailed } from "#schemas/kernel/errors"
import { guarded } from "#schemas/kernel/headers"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { NewPipeline, Pipeline, PipelineId, PipelineReplacement, pipelineSorts, PipelineSummary } from "./pipeline.ts"

const params = { id: PipelineId }

export const list_pipelines = HttpApiEndpoint.get("list_pipelines", "/pipelines", {
  query: { ...paging, sort: defaulted(Schema.Literals(pipelineSorts), "id") },
  success: ListOf(Pipeline)
}).annotateMerge(operation({
  summary: "List pipelines",
  description: "The pipelines with their stages in order. Every company has a default one, which takes deals that name none.",
  access: "crm:read"
}))

export const create_pipeline = HttpApiEndpoint.post("create_pipeline", "/pipelines", {
  payload: NewPipeline,
  success: Pipeline.pipe(HttpApiSchema.status(201)),
  error: Conflict
}).annotateMerge(operation({
  summary: "Add a pipeline",
  description: "Adds a pipeline: its stages in order, each with the probability of winning; at least one open, exactly one won " +
    "and one lost. A name that another pipeline has is a conflict.",
  access: "crm:write",
  tierFloor: "builder"
}))

export const update_pipeline = HttpApiEndpoint.put("update_pipeline", "/pipelines/:id", {
  params,
  headers: guarded,
  payload: PipelineReplacement,
  success: Pipeline,
  error: [NotFound, Conflict, PreconditionFailed]
}).annotateMerge(operation({
  summary: "Replace a pipeline's stages",
  description: "Replaces name and stages. A stage gets a new name, and keeps its deals, where `was` says the old one. A stage that " +
    "holds deals is neither removed nor given another outcome: a conflict that names them. With `If-Match`, only if nobody " +
    "changed it since.",
  access: "crm:write",
  idempotent: true,
  tierFloor: "builder"
}))

export const get_pipeline_summary = HttpApiEndpoint.get("get_pipeline_summary", "/pipelines/:id/summary", {
  params,
  success: PipelineSummary,
  error: NotFound
}).annotateMerge(operation({
  summary: "Summarise a pipeline",
  description: "How a pipeline stands: by stage the number of deals, their amounts as they are and weighted by probability, their " +
    "age; and how many deals went on from each stage to the next. Amounts are summed by currency.",
  access: "crm:read",
  curated: true
}))
