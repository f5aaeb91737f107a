import { Effect, Schema, SchemaIssue } from "effect"
import type { Schedulable } from "#layers/workflows/schedulable"
import { type Detail, ValidationError } from "#schemas/kernel/errors"
import { inputSchema } from "#schemas/kernel/json-schema"
import { detail } from "#schemas/kernel/received"
import { CurrentRun } from "../current-run.ts"

/** How a workflow says that companies may have schedules of it. */
export interface Scheduling<Encoded> {
  readonly title: string
  readonly description: string
  /** What its runs are given where a schedule says nothing else, as JSON. */
  readonly defaults?: Partial<Encoded>
}

/** Of a workflow that takes nothing, what says so: a schema of nothing would be anything but `null`. */
const NO_INPUT = { type: "object", properties: {}, additionalProperties: false } as const

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const fieldAt = (path: ReadonlyArray<unknown>) => ["input", ...path].map(String).join(".")

const detailOf = ({ message, path = [] }: { readonly message: string; readonly path?: ReadonlyArray<unknown> | undefined }, input: unknown): Detail =>
  detail(fieldAt(path), message, path.reduce<unknown>((value, key) => (value as never)?.[key as never], input))

/** The time of the schedule that the run was begun for: late or made up for, it is still that one. Nothing where no schedule began it. */
export const scheduledAt: Effect.Effect<string | undefined, never, CurrentRun> = CurrentRun.useSync((run) => run.scheduledAt)

export const schedulable = <Encoded>(
  { name, version }: { readonly name: string; readonly version: number },
  payload: Schema.Top,
  { defaults = {}, description, title }: Scheduling<Encoded>
): Schedulable => {
  const fields = inputSchema(payload)
  const codec = Schema.toCodecJson(payload) as never as Schema.Codec<unknown, unknown>
  const decode = Schema.decodeUnknownEffect(codec, { errors: "all", onExcessProperty: "error" })
  const encode = Schema.encodeUnknownEffect(codec)
  return {
    name, version, title, description, defaults,
    input_schema: "not" in fields ? NO_INPUT : fields,
    payload: (input) => decode({ ...defaults, ...input }).pipe(
      Effect.mapError(({ issue }) => new ValidationError({
        message: `The input is not what ${name} takes.`, details: issuesOf(issue).issues.slice(0, 20).map((one) => detailOf(one, { ...defaults, ...input }))
      })),
      Effect.flatMap((decoded) => Effect.orDie(encode(decoded)))
    )
  }
}
