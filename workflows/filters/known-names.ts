import { Effect } from "effect"
import { ValidationError } from "#schemas/kernel/errors"
import { nearest } from "#schemas/kernel/nearest"

/** Of more names than these only those that look like what was written are told. */
const MOST_TOLD = 40
const MOST_NEAREST = 3

/** A filter by a name out of a closed set. */
interface NameFilter {
  readonly field: string
  readonly wanted: string
  readonly names: ReadonlyArray<string>
  readonly same?: (name: string, wanted: string) => boolean
}

const told = (wanted: string, names: ReadonlyArray<string>) => {
  if (names.length <= MOST_TOLD) return `; there are: ${names.join(", ")}`
  const near = nearest(wanted, names, MOST_NEAREST)
  return near.length === 0 ? "" : `; similar: ${near.join(", ")}`
}

/** Refuses a filter by a name that nothing has. Asked where the list is empty, as an empty answer would hide the mistake. */
export const requireKnownName = ({ field, names, same = (a, b) => a === b, wanted }: NameFilter): Effect.Effect<void, ValidationError> => {
  if (names.some((name) => same(name, wanted))) return Effect.void
  const error = `there is no such ${field}${told(wanted, names)}`
  return Effect.fail(new ValidationError({ message: `${error[0]!.toUpperCase()}${error.slice(1)}.`, details: [{ field, error, received: wanted }] }))
}
