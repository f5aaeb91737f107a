import { Effect } from "effect"

/** A program used a service outside of its steps, which in a run happens again on each resumption, and in a replay cannot. */
export class OutsideOfStep extends Error {
  readonly use: string
  constructor(use: string) {
    super(`The program uses ${use} outside of a step, which a replay cannot do.`)
    this.use = use
  }
}

/**
 * Stands for a service of which a replay knows only the name, and for everything in it: a program may take it and what it holds, as it does
 * before the steps that use it. To run any of it is an error.
 */
export const substitute = (use: string): unknown => {
  const used = Effect.die(new OutsideOfStep(use)) as object
  return new Proxy(() => {}, {
    get: (_, key) => key in used ? Reflect.get(used, key) as unknown : key === "then" || typeof key === "symbol" ? undefined : substitute(`${use}.${key}`),
    apply: () => substitute(use)
  })
}

/** A service of which a replay has a part. */
export const partly = <A extends object>(use: string, part: Partial<A>): A =>
  new Proxy(part, { get: (target, key) => key in target ? Reflect.get(target, key) as unknown : typeof key === "symbol" ? undefined : substitute(`${use}.${key}`) }) as A

const MISSING = "Service not found: "

/** The name of the service that an error says is not there. */
export const missingService = (error: unknown): string | undefined =>
  error instanceof Error && error.message.startsWith(MISSING) ? error.message.slice(MISSING.length).split("\n", 1)[0]!.split(" (", 1)[0] : undefined
