import { Result } from "effect"
import type { KeptStage, Rearrangement } from "#layers/crm/pipelines"
import type { StageChange } from "#schemas/crm/pipeline"
import type { Detail } from "#schemas/kernel/errors"

/** Letter case does not tell stages apart. */
export const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The stage of a name, if there is one. */
export const stageNamed = <S extends { readonly name: string }>(stages: ReadonlyArray<S>, name: string): S | undefined =>
  stages.find((stage) => sameName(stage.name, name))

export const namesOf = (stages: ReadonlyArray<{ readonly name: string }>) => stages.map(({ name }) => name).join(", ")

/**
 * Which stages stay, under what name, which go and which come. A stage is known by `was`, otherwise by its name; the
 * former goes first, so that a new stage may take the name an old one gives up. Asking twice gives the same: a stage that
 * has its new name already is known by that.
 */
export const rearrange = (
  current: ReadonlyArray<KeptStage>,
  wanted: ReadonlyArray<StageChange>
): Result.Result<Rearrangement, ReadonlyArray<Detail>> => {
  const claims = new Map<number, number>()
  const problems: Array<Detail> = []
  wanted.forEach(({ was }, place) => {
    if (was === undefined) return
    const field = `stages[${place}].was`
    const stage = stageNamed(current, was) ?? stageNamed(current, wanted[place]!.name)
    if (stage === undefined) {
      problems.push({ field, error: `there is no such stage; there are: ${namesOf(current)}`, received: was })
    } else if (claims.has(stage.id)) {
      problems.push({ field, error: `stages[${claims.get(stage.id)}] was that stage already`, received: was })
    } else claims.set(stage.id, place)
  })
  if (problems.length > 0) return Result.fail(problems)

  wanted.forEach(({ name, was }, place) => {
    const stage = was === undefined ? stageNamed(current, name) : undefined
    if (stage !== undefined && !claims.has(stage.id)) claims.set(stage.id, place)
  })
  const claimed = new Set(claims.values())
  return Result.succeed({
    removed: current.filter(({ id }) => !claims.has(id)),
    kept: current.flatMap((stage) => {
      const position = claims.get(stage.id)
      if (position === undefined) return []
      const { name, outcome, probability } = wanted[position]!
      return [{ id: stage.id, name, outcome, probability, position, was: stage }]
    }),
    added: wanted.flatMap(({ name, outcome, probability }, position) =>
      claimed.has(position) ? [] : [{ name, outcome, probability, position }])
  })
}

/** Stages that deals must not be standing in: those that go, and those that come to mean something else. */
export const unsettled = ({ kept, removed }: Rearrangement): ReadonlyArray<string> => [
  ...removed.map(({ name }) => name),
  ...kept.filter(({ outcome, was }) => outcome !== was.outcome).map(({ was }) => was.name)
]
