import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { Cents } from "#schemas/kernel/money"
import { line } from "#schemas/kernel/text"

export const PipelineId = Id.pipe(Schema.brand("PipelineId"))
export type PipelineId = typeof PipelineId.Type

/** What standing in a stage means for a deal: still open, won, or lost. */
export const StageOutcome = Schema.Literals(["open", "won", "lost"])
export type StageOutcome = typeof StageOutcome.Type

/** A stage's name as a request may write it; letter case does not tell stages apart. */
export const StageName = line(60).annotate({ examples: ["qualified"] })

const Probability = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })).annotate({
  description: "How likely a deal in this stage is won, in per cent.",
  examples: [25]
})

/** One step of a pipeline. */
export const Stage = Schema.Struct({
  name: Schema.String.annotate({ examples: ["qualified"] }),
  probability: Schema.Int.annotate({ description: "In per cent.", examples: [25] }),
  outcome: StageOutcome
}).annotate({ identifier: "Stage" })
export type Stage = typeof Stage.Type

const stage = {
  name: StageName,
  probability: Probability,
  outcome: defaulted(
    StageOutcome.annotate({ description: "Exactly one stage is `won` and one is `lost`; the others are `open`." }),
    "open"
  )
}

const folded = (name: string) => name.toLowerCase()

/** Names tell stages apart, and every deal can be worked on, won and lost. */
const arranged = Schema.makeFilter((stages: ReadonlyArray<{ readonly name: string; readonly outcome: StageOutcome }>) => {
  const names = stages.map(({ name }) => folded(name))
  const count = (outcome: StageOutcome) => stages.filter((stage) => stage.outcome === outcome).length
  return [
    ...names.flatMap((name, at) =>
      names.indexOf(name) < at ? [{ path: [at, "name"], issue: `Expected a name that stages[${names.indexOf(name)}] does not have` }] : []
    ),
    ...count("open") === 0 ? ["Expected at least one stage with the outcome open"] : [],
    ...count("won") === 1 ? [] : [`Expected one stage with the outcome won, not ${count("won")}`],
    ...count("lost") === 1 ? [] : [`Expected one stage with the outcome lost, not ${count("lost")}`]
  ]
})

const stagesOf = <S extends Schema.Codec<{ readonly name: string; readonly outcome: StageOutcome }, unknown>>(item: S) =>
  Schema.Array(item).check(arranged, Schema.isMinLength(3), Schema.isMaxLength(50))

const NewStage = Schema.Struct(stage).annotate({ identifier: "NewStage" })

const StageChange = Schema.Struct({
  ...stage,
  was: Schema.optionalKey(StageName.annotate({
    description: "The name it had, to give a stage a new one: its deals and their history stay with it.",
    examples: ["qualified"]
  }))
}).annotate({ identifier: "StageChange" })
export type StageChange = typeof StageChange.Type

const name = line(100).annotate({ description: "One pipeline of a company, whatever the letter case.", examples: ["Partners"] })

/** The way deals take, stage by stage in this order. */
export const pipeline = entity("Pipeline", {
  id: field.readOnly(PipelineId),
  name: field.required(name, Schema.String.annotate({ examples: ["Sales"] })),
  is_default: field.defaulted(
    Schema.Boolean.annotate({ description: "Take over from the default pipeline.", examples: [false] }),
    false,
    Schema.Boolean.annotate({ description: "Takes deals that name no pipeline; one of a company is." })
  ),
  stages: field.required(stagesOf(NewStage).annotate({
    description: "3 to 50, in the order deals pass them.",
    examples: [[
      { name: "qualified", probability: 25, outcome: "open" },
      { name: "proposal", probability: 60, outcome: "open" },
      { name: "won", probability: 100, outcome: "won" },
      { name: "lost", probability: 0, outcome: "lost" }
    ]]
  }), Schema.Array(Stage)),
  ...versioned
})
export const Pipeline = pipeline.read
export type Pipeline = typeof Pipeline.Type
export const NewPipeline = pipeline.create

export const PipelineReplacement = Schema.Struct({
  name,
  stages: stagesOf(StageChange).annotate({
    description: "All stages, 3 to 50, in the order deals pass them. One that is not listed is removed.",
    examples: [[
      { name: "qualified", probability: 30, outcome: "open" },
      { name: "offer", probability: 60, outcome: "open", was: "proposal" },
      { name: "won", probability: 100, outcome: "won" },
      { name: "lost", probability: 0, outcome: "lost" }
    ]]
  }),
  is_default: Schema.optionalKey(Schema.Boolean.annotate({
    description: "`true` takes over from the default pipeline; the default itself stays so until another takes over.",
    examples: [true]
  }))
}).annotate({ identifier: "PipelineReplacement" })

/** Money of one currency; sums of different currencies are never added. */
const Sum = Schema.Struct({
  currency: Schema.String.annotate({ examples: ["USD"] }),
  count: Schema.Int.annotate({ description: "Deals in this currency.", examples: [4] }),
  amount: Cents,
  weighted_amount: Cents.annotate({
    description: "The amount times the stage's probability, in the currency's smallest unit (cents), rounded by stage.",
    examples: [31_250]
  })
}).annotate({ identifier: "PipelineSum" })

const days = (description: string) => Schema.NullOr(Schema.Finite).annotate({ description, examples: [12.5] })

export const PipelineSummary = Schema.Struct({
  pipeline_id: PipelineId,
  name: Schema.String.annotate({ examples: ["Sales"] }),
  stages: Schema.Array(
    Schema.Struct({
      ...Stage.fields,
      count: Schema.Int.annotate({ description: "Deals in the stage.", examples: [4] }),
      sums: Schema.Array(Sum),
      average_age_days: days("Mean of the days since its deals were made, until today or until they closed."),
      average_days_in_stage: days("Mean of the days its deals stand in it; `null` for won and lost.")
    }).annotate({ identifier: "StageSummary" })
  ),
  open: Schema.Array(Sum).annotate({ description: "All open deals of the pipeline, by currency." }),
  conversions: Schema.Array(
    Schema.Struct({
      from: Schema.String.annotate({ examples: ["qualified"] }),
      to: Schema.String.annotate({ examples: ["proposal"] }),
      entered: Schema.Int.annotate({ description: "Deals that ever stood in `from`.", examples: [8] }),
      continued: Schema.Int.annotate({ description: "Of those, how many later stood in `to` or beyond.", examples: [4] }),
      rate: Schema.NullOr(Schema.Finite).annotate({ description: "continued / entered; `null` if none entered.", examples: [0.5] })
    }).annotate({ identifier: "StageConversion" })
  ).annotate({ description: "From each open stage to the next and from the last one to won." })
}).annotate({ identifier: "PipelineSummary" })
export type PipelineSummary = typeof PipelineSummary.Type
