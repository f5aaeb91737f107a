/** How little the first places of a list differ from those behind them: as usual for reciprocal rank fusion. */
const SMOOTHNESS = 60

/** What several lists say together, each the best first: whoever stands before others in more of them is worth more. */
export const merged = <Id>(lists: ReadonlyArray<ReadonlyArray<Id>>): ReadonlyMap<Id, number> => {
  const worth = new Map<Id, number>()
  for (const list of lists) for (const [place, id] of list.entries()) worth.set(id, (worth.get(id) ?? 0) + 1 / (SMOOTHNESS + place + 1))
  return new Map([...worth].toSorted(([, a], [, b]) => b - a))
}
