import type { BlockDifference, FieldDifference } from "./revision.ts"

type Json = FieldDifference["before"]
type Fields = { readonly [name: string]: Json }

const isFields = (value: Json | undefined): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value)

const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const places = (before: ReadonlyArray<Json>, after: ReadonlyArray<Json>, name: string): ReadonlyArray<FieldDifference> =>
  before.length === after.length && before.every(isFields) && after.every(isFields)
    ? before.flatMap((one, n) => fieldDifferences(one, after[n] as Fields, `${name}[${n}]`))
    : [{ field: name, before: before as Json, after: after as Json }]

/** The fields that differ, each by where it is; what is nested is looked into. */
export const fieldDifferences = (before: Fields, after: Fields, within = ""): ReadonlyArray<FieldDifference> =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): ReadonlyArray<FieldDifference> => {
    const name = within === "" ? key : `${within}.${key}`
    const [was, is] = [before[key], after[key]]
    if (same(was, is)) return []
    if (isFields(was) && isFields(is)) return fieldDifferences(was, is, name)
    if (Array.isArray(was) && Array.isArray(is)) return places(was, is, name)
    return [{ field: name, before: was ?? null, after: is ?? null }]
  })

/** A block of a revision, which may have been written under other rules. */
type Block = Fields & { readonly type: string }

interface Pair {
  readonly before: number
  readonly after: number
}

/** The longest run of blocks that stayed as they were, in their order: the usual table of lengths, read from its end. */
const kept = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Pair> => {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0))
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i]![j] = before[i] === after[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
    }
  }
  const pairs: Array<Pair> = []
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    if (before[i] === after[j]) pairs.push({ before: i++, after: j++ })
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++
    else j++
  }
  return pairs
}

/** Takes from `rest` the first place whose block is like one. */
const taken = (rest: Array<number>, is: (place: number) => boolean): number | undefined => {
  const at = rest.findIndex(is)
  return at === -1 ? undefined : rest.splice(at, 1)[0]
}

/** What became of each block: one that is the same elsewhere was moved, and one of the same type in its stead was changed. */
export const blockDifferences = (before: ReadonlyArray<Block>, after: ReadonlyArray<Block>): ReadonlyArray<BlockDifference> => {
  const [was, is] = [before.map((block) => JSON.stringify(block)), after.map((block) => JSON.stringify(block))]
  const stayed = kept(was, is)
  const gone = before.map((_, n) => n).filter((n) => !stayed.some((pair) => pair.before === n))
  const come = after.map((_, n) => n).filter((n) => !stayed.some((pair) => pair.after === n))
  /** How many blocks that stayed stand before it: what has the same number stands in the same gap. */
  const gapOf = (side: keyof Pair, place: number) => stayed.filter((pair) => pair[side] < place).length

  const moved = come.flatMap((place): ReadonlyArray<BlockDifference> => {
    const from = taken(gone, (other) => was[other] === is[place])
    return from === undefined ? [] : [{ change: "moved", type: after[place]!.type, before: from + 1, after: place + 1, fields: [] }]
  })
  const left = come.filter((place) => !moved.some((one) => one.after === place + 1))
  const others = left.map((place): BlockDifference => {
    const { type } = after[place]!
    const from = taken(gone, (other) => before[other]!.type === type && gapOf("before", other) === gapOf("after", place))
    return from === undefined
      ? { change: "added", type, before: null, after: place + 1, fields: [] }
      : { change: "changed", type, before: from + 1, after: place + 1, fields: fieldDifferences(before[from]!, after[place]!) }
  })
  const removed = gone.map((place): BlockDifference => ({ change: "removed", type: before[place]!.type, before: place + 1, after: null, fields: [] }))
  return [...removed, ...moved, ...others].toSorted((a, b) => (a.after ?? a.before!) - (b.after ?? b.before!))
}

/** Characters of a value that a line of words shows. */
const SHOWN = 80

const cut = (text: string) => text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text

const value = (json: Json): string => json === null ? "nothing" : typeof json === "string" ? `"${cut(json)}"` : cut(JSON.stringify(json))

/** Of two long texts only from where they differ on, from the beginning of that word. */
const fromDifference = (before: Json, after: Json): readonly [Json, Json] => {
  if (typeof before !== "string" || typeof after !== "string") return [before, after]
  let n = 0
  while (n < before.length && before[n] === after[n]) n++
  if (n <= SHOWN / 2) return [before, after]
  const from = before.lastIndexOf(" ", n) + 1
  return [`…${before.slice(from)}`, `…${after.slice(from)}`]
}

const fieldInWords = ({ after, before, field }: FieldDifference) => {
  const [was, is] = fromDifference(before, after)
  return `${field}: ${value(was)} became ${value(is)}`
}

const blockInWords = ({ after, before, change, fields, type }: BlockDifference): ReadonlyArray<string> => {
  switch (change) {
    case "added": return [`block ${after} (${type}) was added`]
    case "removed": return [`block ${before} (${type}) was removed`]
    case "moved": return [`block ${before} (${type}) was moved: it is block ${after} now`]
    case "changed": return fields.map((field) => `block ${after} (${type}), ${fieldInWords(field)}`)
  }
}

/** What two contents differ in: their fields, their blocks, and both in words. */
export const differencesOf = (before: Fields, after: Fields) => {
  const split = ({ blocks, ...fields }: Fields) => ({ fields, blocks: (blocks ?? []) as unknown as ReadonlyArray<Block> })
  const [was, is] = [split(before), split(after)]
  const fields = fieldDifferences(was.fields, is.fields)
  const blocks = blockDifferences(was.blocks, is.blocks)
  return { fields, blocks, summary: [...fields.map(fieldInWords), ...blocks.flatMap(blockInWords)] }
}
