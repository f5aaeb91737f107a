import { Layer } from "effect"
import { type Definition, Definitions } from "#layers/engine/definitions"
import { Engine } from "#layers/engine/engine"
import { Starter } from "#layers/engine/starter"
import { inUse } from "#layers/engine/versions"

/**
 * Every durable workflow that this program can run, with its programs. A version leaves this list when no run holds it any
 * more; until then the service refuses to start without it.
 */
export const all: ReadonlyArray<readonly [Definition, Layer.Layer<never, never, any>]> = []

/** The engine with a set of workflows on it. */
export const durableWork = (workflows: ReadonlyArray<readonly [Definition, Layer.Layer<never, never, any>]>) =>
  Layer.mergeAll(Starter, ...workflows.map(([, program]) => program)).pipe(
    Layer.provide(Engine),
    Layer.provide(inUse),
    Layer.provide(Layer.succeed(Definitions, workflows.map(([definition]) => definition)))
  )

/** The engine at work. */
export const DurableWorkflows = durableWork(all)
