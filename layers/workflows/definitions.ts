import { Context } from "effect"
import type { Workflow } from "effect/workflow"
import type { Schedulable } from "./schedulable.ts"
import type { DeclaredAttributes } from "./search-attributes.ts"

/** How many runs of a workflow work at the same time, on all processes together. Those that wait do not count. */
export interface Concurrency {
  readonly perCompany: number
  readonly total: number
}

/** What the engine has to know of a durable workflow that this program can run. */
export interface Definition {
  readonly name: string
  readonly version: number
  readonly concurrency: Concurrency
  readonly workflow: Workflow.Any
  /** Companies may have schedules of it. */
  readonly schedulable?: Schedulable
  /** A second run with the same input does no harm, whatever the first one did. */
  readonly restartable?: boolean
  /** By what its runs are found. */
  readonly searchAttributes?: DeclaredAttributes
}

/**
 * The shards of a definition. Each definition has a group of its own, so that while an old and a new version of the program
 * run side by side, a run goes only to processes that know its definition.
 */
export const groupOf = ({ name, version }: Pick<Definition, "name" | "version">) => `${name}.v${version}`

/** Every durable workflow of this program. */
export class Definitions extends Context.Service<Definitions, ReadonlyArray<Definition>>()("layers/workflows/Definitions") {}

/** The limits of definitions, as the functions of the database take them. */
export const limitsOf = (definitions: ReadonlyArray<Definition>) =>
  JSON.stringify(definitions.map(({ concurrency: { perCompany, total }, name, version }) => ({ name, version, per_company: perCompany, total })))
