import { Effect, Schema } from "effect"
import { child, durable, step } from "#workflows/durable"

const Leaf = durable({ name: "children.leaf", version: 1, payload: { n: Schema.Int }, success: Schema.Int })
const LeafProgram = Leaf.program(({ n }) => step("square", { success: Schema.Int }, Effect.succeed(n * n)))

/** The sum of the squares below `size`, each by a child of its own. */
export const Tree = durable({ name: "children.tree", version: 1, payload: { size: Schema.Int }, success: Schema.Int })

/** How often a tree of so many children was begun. */
export const replays = new Map<number, number>()

const TreeProgram = Tree.program(Effect.fnUntraced(function*({ size }) {
  replays.set(size, (replays.get(size) ?? 0) + 1)
  const numbers = Array.from({ length: size }, (_, n) => n)
  const squares = yield* Effect.forEach(numbers, (n) => child(`${n}`, Leaf, { n }), { concurrency: "unbounded" })
  return squares.reduce((sum, square) => sum + square, 0)
}))

export const squares = (size: number) => (size - 1) * size * (2 * size - 1) / 6

export const works = [[Leaf, LeafProgram], [Tree, TreeProgram]] as const
