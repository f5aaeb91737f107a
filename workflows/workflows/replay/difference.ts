/** Where a program would do otherwise than a history says. */
export interface Difference {
  /**
   * `missing`: the program no longer does it. `added`: the history does not have it. `renamed`: it stands in another's place. `reordered`: it comes
   * after what it came before. `input`: a child is given something else. `wait`: it waits for another time. `result`: the run ends otherwise.
   * `outside`: the program does something outside of a step. `version`: there is no program of this version. `masked`: the history holds no results.
   */
  readonly kind: "missing" | "added" | "renamed" | "reordered" | "input" | "wait" | "result" | "outside" | "version" | "masked"
  /** What it is in the history, or in the program if the history does not have it. */
  readonly name: string | null
  readonly message: string
}

export interface ReplayReport {
  readonly run: number
  readonly workflow: string
  readonly version: number
  readonly differences: ReadonlyArray<Difference>
}
