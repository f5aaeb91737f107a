/** Chances, from a source of numbers of at least 0 and below 1. */
export const chances = (next: () => number) => {
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    between: (least: number, most: number) => least + below(most - least + 1),
    often: (share: number) => next() < share,
    one: <A>(list: ReadonlyArray<A>): A => list[below(list.length)]!
  }
}
export type Chances = ReturnType<typeof chances>

/** Oldest first, as they would have been entered, with their positions. */
export const inOrder = <Row extends { readonly age: number }>(rows: ReadonlyArray<Row>) =>
  rows.toSorted((a, b) => b.age - a.age).map((row, n) => ({ ...row, n }))
