/**
 * One resource of each group and none of them twice, or undefined if they do not suffice. Groups may share resources: two rooms of three are
 * two groups, and then a group gives up what it has for one that has no other (Kuhn's matching).
 */
export const oneOfEach = (groups: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> | undefined => {
  const holder = new Map<number, number>()
  const settle = (group: number, tried: Set<number>): boolean => {
    for (const id of groups[group]!) {
      if (tried.has(id)) continue
      tried.add(id)
      const other = holder.get(id)
      if (other !== undefined && !settle(other, tried)) continue
      holder.set(id, group)
      return true
    }
    return false
  }
  if (!groups.every((_, group) => settle(group, new Set()))) return undefined
  const chosen: Array<number> = []
  for (const [id, group] of holder) chosen[group] = id
  return chosen
}
