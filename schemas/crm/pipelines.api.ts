import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { Pipeline, pipeline, PipelineId, PipelineReplacement, PipelineSummary } from "./pipeline.ts"

const params = { id: PipelineId }

export const list_pipelines = operation.list("list_pipelines", "/pipelines", Pipeline, {
  sort: ["id", "name"],
  summary: "List pipelines",
  description: "The pipelines with their stages in order. Every company has a default one, which takes deals that name none.",
  access: "crm:read"
})

export const create_pipeline = operation.create("create_pipeline", "/pipelines", pipeline.create, Pipeline, {
  errors: [Conflict],
  summary: "Add a pipeline",
  description: "Adds a pipeline: its stages in order, each with the probability of winning; at least one open, exactly one won " +
    "and one lost. A name that another pipeline has is a conflict.",
  access: "crm:write",
  tierFloor: "builder"
})

export const update_pipeline = operation.replace("update_pipeline", "/pipelines/:id", PipelineReplacement, Pipeline, {
  params,
  errors: [Conflict],
  summary: "Replace a pipeline's stages",
  description: "Replaces name and stages. A stage gets a new name, and keeps its deals, where `was` says the old one. A stage that " +
    "holds deals is neither removed nor given another outcome: a conflict that names them. With `If-Match`, only if nobody " +
    "changed it since.",
  access: "crm:write",
  tierFloor: "builder"
})

export const get_pipeline_summary = operation.get("get_pipeline_summary", "/pipelines/:id/summary", PipelineSummary, {
  params,
  summary: "Summarise a pipeline",
  description: "How a pipeline stands: by stage the number of deals, their amounts as they are and weighted by probability, their " +
    "age; and how many deals went on from each stage to the next. Amounts are summed by currency.",
  access: "crm:read",
  curated: true
})
