import type { AskedText } from "#layers/kb/usage"

/** Two ways to ask are one question where they share at least this much of what their words tell. */
const ALIKE = 0.5

interface Group {
  readonly query: string
  readonly others: ReadonlyArray<string>
  readonly times: number
  readonly last_at: string
  /** Every way in which it was asked. */
  readonly all: ReadonlyArray<string>
}

/** Ways to say the same, each as its stems. */
type Synonyms = ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>>

/** Stems in which each way to say the same is the first of them. */
const unified = (synonyms: Synonyms) => (stems: ReadonlyArray<string>): ReadonlySet<string> => {
  const said = new Set(stems)
  for (const ways of synonyms) {
    const first = ways[0] ?? []
    for (const way of ways.slice(1)) {
      if (!way.every((stem) => said.has(stem))) continue
      for (const stem of way) said.delete(stem)
      for (const stem of first) said.add(stem)
    }
  }
  return said
}

/**
 * Ways to ask, grouped by what they mean: by their stems, of which one that few of them have tells more, and by the company's synonyms. The most asked first; a group is called by its
 * commonest way.
 */
export const grouped = (texts: ReadonlyArray<AskedText>, synonyms: Synonyms = []): ReadonlyArray<Group> => {
  const having = new Map<string, number>()
  const meant = unified(synonyms)
  const asked = texts.map((text) => ({ text, stems: meant(text.stems) }))
  for (const { stems } of asked) for (const stem of stems) having.set(stem, (having.get(stem) ?? 0) + 1)
  const told = (stem: string) => Math.log(1 + texts.length / (having.get(stem) ?? 1))
  const sum = (stems: Iterable<string>) => [...stems].reduce((total, stem) => total + told(stem), 0)
  const groups: Array<{ readonly stems: ReadonlySet<string>; readonly members: Array<AskedText> }> = []
  const byStem = new Map<string, Set<typeof groups[number]>>()
  for (const { stems, text } of asked) {
    const near = new Set([...stems].flatMap((stem) => [...byStem.get(stem) ?? []]))
    const likeness = (group: typeof groups[number]) => sum([...stems].filter((stem) => group.stems.has(stem))) / sum(new Set([...stems, ...group.stems]))
    const [best] = [...near].map((group) => ({ group, likeness: likeness(group) })).toSorted((a, b) => b.likeness - a.likeness)
    if (best !== undefined && best.likeness >= ALIKE) {
      best.group.members.push(text)
      continue
    }
    const group = { stems, members: [text] }
    groups.push(group)
    for (const stem of stems) byStem.set(stem, (byStem.get(stem) ?? new Set()).add(group))
  }
  return groups.map(({ members }): Group => ({
    query: members[0]!.text,
    others: members.slice(1, 6).map(({ text }) => text),
    times: members.reduce((total, { times }) => total + times, 0),
    last_at: members.map(({ last_at }) => last_at).toSorted().at(-1)!,
    all: members.map(({ text }) => text)
  })).toSorted((a, b) => b.times - a.times)
}
