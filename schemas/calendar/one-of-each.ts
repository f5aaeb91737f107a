/** A different one of each group, the first that can be; none where there are not enough for all. */
export const oneOfEach = (groups: ReadonlyArray<ReadonlyArray<number>>, used: ReadonlySet<number> = new Set()): ReadonlyArray<number> | undefined => {
  const [group, ...rest] = groups
  if (group === undefined) return []
  for (const id of group) {
    if (used.has(id)) continue
    const others = oneOfEach(rest, new Set([...used, id]))
    if (others !== undefined) return [id, ...others]
  }
  return undefined
}
