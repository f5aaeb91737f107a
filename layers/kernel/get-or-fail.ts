import { Effect, Option } from "effect"
import { NotFound } from "#schemas/kernel/errors"

/** What was found; fails with `NotFound` where nothing was. `noun` says what was looked for. */
export const getOrFail = (noun: string) => <A, E, R>(found: Effect.Effect<Option.Option<A>, E, R>): Effect.Effect<A, E | NotFound, R> =>
  Effect.flatMap(found, Option.match({
    onNone: () => Effect.fail(new NotFound({ message: `There is no such ${noun}.` })),
    onSome: Effect.succeed
  }))
