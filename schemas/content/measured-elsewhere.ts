import type { ContentProblem } from "./content.ts"
import type { Provenance } from "./provenance.ts"

type Stated = readonly [path: string, provenance: Provenance | undefined]

/** Only the service itself measures: a file that says `aggregate` of its figures claims what nobody can have counted. */
export const measuredElsewhere = (file: string, stated: ReadonlyArray<Stated>): ReadonlyArray<ContentProblem> =>
  stated.filter(([, provenance]) => provenance?.source === "aggregate").map(([path]) => ({
    file, path, reason: "only the service itself measures: say operator or illustrative"
  }))
