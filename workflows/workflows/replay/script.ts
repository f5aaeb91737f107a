import canonicalize from "canonicalize"
import { Deferred, Effect, Exit, Schema } from "effect"
import type { Start } from "#layers/workflows/runs"
import { redactedValue } from "#schemas/kernel/redacted"
import type { HistoryEntry, RunHistory } from "#schemas/workflows/history"
import type { Difference } from "./difference.ts"

/** Kinds whose names are apart; a write is a step. */
type Kind = "step" | "timer" | "signal" | "child"

interface Item {
  readonly entry: HistoryEntry
  readonly kind: Kind
  readonly begins: number
  /** When it ended; never, if it did not within the history. */
  readonly ends: number
  isAsked: boolean
}

/** Something that the program does or waits for. */
interface Ask {
  readonly kind: Kind
  readonly name: string
  readonly given: Deferred.Deferred<Exit.Exit<unknown, unknown>>
  /** What the result has to fit. */
  readonly fits: (exit: Exit.Exit<unknown, unknown>) => Effect.Effect<boolean>
  item: Item | undefined
  isGiven: boolean
}

const anyExit = Schema.decodeUnknownSync(Schema.toCodecJson(Schema.Exit(Schema.Any, Schema.Any, Schema.Any)))

const exitOf = ({ error, result, status }: HistoryEntry): Exit.Exit<unknown, unknown> =>
  anyExit(status === "failed" ? { _tag: "Failure", cause: error } : { _tag: "Success", value: result })

const kinds: Readonly<Partial<Record<HistoryEntry["kind"], Kind>>> = { step: "step", write: "step", timer: "timer", signal: "signal", child: "child" }

const itemOf = (entry: HistoryEntry): ReadonlyArray<Item> => {
  const kind = kinds[entry.kind]
  if (kind === undefined) return []
  const { finished_at, started_at } = entry
  return [{ entry, kind, begins: Date.parse(started_at), ends: finished_at === null ? Infinity : Date.parse(finished_at), isAsked: false }]
}

const called = (kind: Kind, name: string | null, attempt = 1) => `${kind} "${name}"${attempt > 1 ? `, attempt ${attempt}` : ""}`

/** Waits as long as this may come or not, as it takes to get to them. */
const SHORT = 1_000
/** Two waits are the same if they end within this. */
const SAME = 2_000

/** A history, as the program of its run is led through it again. */
export class Script {
  readonly history: RunHistory
  readonly differences: Array<Difference> = []
  /** Grows with whatever the program does. */
  moves = 0
  /** The time that it is for the program. */
  now: number
  /** Nothing more can be told, as the program went another way. */
  isLost = false
  private readonly items: ReadonlyArray<Item>
  private readonly asks = new Map<string, Ask>()
  private readonly early: Array<{ readonly item: Item; readonly before: Item }> = []
  private readonly renamed: Array<{ readonly item: Item; readonly ask: Ask }> = []
  private readonly limits = new Set<string>()

  constructor(history: RunHistory) {
    this.history = history
    this.items = history.entries.flatMap(itemOf)
    this.now = Date.parse(history.run.started_at ?? history.run.created_at)
    for (const { kind, name, result } of history.entries) {
      if (kind === "race" && (result as { readonly _tag?: string } | null)?._tag === "Some") this.limits.add(`${name}/limit`)
    }
  }

  differs(kind: Difference["kind"], name: string | null, message: string) {
    this.differences.push({ kind, name, message })
  }

  /** What the program does or waits for; the same again is the same. */
  ask(kind: Kind, name: string, attempt = 1, fits: Ask["fits"] = () => Effect.succeed(true)): Ask {
    this.moves++
    const key = called(kind, name, attempt)
    const known = this.asks.get(key)
    if (known !== undefined) return known
    const item = this.items.find((one) => one.kind === kind && one.entry.name === name && (kind !== "step" || one.entry.attempt === attempt))
    if (item !== undefined) item.isAsked = true
    const ask: Ask = { kind, name, given: Deferred.makeUnsafe(), fits, item, isGiven: false }
    this.asks.set(key, ask)
    return ask
  }

  startsChild(name: string, { payload, version, workflow }: Start) {
    const child = this.items.find(({ entry, kind }) => kind === "child" && entry.name === name)?.entry.child
    if (child === undefined || child === null) return
    if (child.workflow !== workflow || child.version !== version) {
      this.differs("input", name, `The child "${name}" is a run of ${workflow} version ${version}; in the history of ${child.workflow} version ${child.version}.`)
    } else if (canonicalize(redactedValue(payload)) !== canonicalize(child.payload)) {
      this.differs("input", name, `The child "${name}" is given ${JSON.stringify(redactedValue(payload))}; in the history ${JSON.stringify(child.payload)}.`)
    }
  }

  /** The times of test mode are not those of its steps. */
  waits(name: string, duration: number) {
    const ask = this.ask("timer", name)
    const { due_at, started_at } = ask.item?.entry ?? { due_at: null, started_at: "" }
    if (ask.item === undefined && duration <= SHORT) return this.give(ask, Exit.succeed(null))
    if (due_at === null || !this.history.run.livemode) return
    const due = Date.parse(due_at)
    const apart = Math.min(Math.abs(due - Date.parse(started_at) - duration), Math.abs(due - this.now - duration))
    if (apart > SAME) this.differs("wait", name, `The timer "${name}" waits until ${new Date(this.now + duration).toISOString()}; in the history until ${due_at}.`)
  }

  private give(ask: Ask, exit: Exit.Exit<unknown, unknown>) {
    ask.isGiven = true
    this.moves++
    Deferred.doneUnsafe(ask.given, Effect.succeed(exit))
  }

  /** Lets the program go on with what ended next in the history. Answers with whether there was anything. */
  readonly next: Effect.Effect<boolean> = Effect.suspend(() => {
    const open = [...this.asks.values()].filter(({ isGiven, item }) => !isGiven && item !== undefined && item.ends < Infinity)
      .filter(({ kind, name }) => !(kind === "timer" && this.limits.has(name)))
      .toSorted((a, b) => a.item!.ends - b.item!.ends || a.item!.begins - b.item!.begins)
    const [ask] = open
    if (ask === undefined) return this.another
    const { item } = ask
    if (item!.kind !== "signal") {
      for (const before of this.items) {
        if (!before.isAsked && before.kind !== "signal" && before.ends < item!.begins) this.early.push({ item: before, before: item! })
      }
    }
    this.now = Math.max(this.now, item!.ends)
    this.give(ask, exitOf(item!.entry))
    return Effect.succeed(true)
  })

  /** What the history does not have is taken for what stands at its place there, until that comes too. */
  private readonly another: Effect.Effect<boolean> = Effect.gen({ self: this }, function*() {
    const { finished_at, status } = this.history.run
    /* A timer that a cancel ended is not kept. */
    const unknown = [...this.asks.values()].find(({ isGiven, item, kind }) => !isGiven && item === undefined && (kind === "step" || status !== "canceled"))
    if (unknown === undefined) return false
    const left = this.items.filter((item) => this.isLeft(item))
    if (left.length === 0 && finished_at === null) return false
    const item = left.find(({ kind }) => kind === unknown.kind)
    const exit = item === undefined ? undefined : exitOf(item.entry)
    if (item === undefined || exit === undefined || item.ends < Infinity && !(yield* unknown.fits(exit))) {
      const instead = left[0]?.entry
      const goesOn = instead === undefined ? "" : `, which goes on with ${called(kinds[instead.kind]!, instead.name, instead.attempt)}`
      this.differs("added", unknown.name, `The program has ${called(unknown.kind, unknown.name)}, which is not in the history${goesOn}.`)
      this.isLost = true
      return false
    }
    this.renamed.push({ item, ask: unknown })
    unknown.item = item
    if (item.ends === Infinity) return true
    this.now = Math.max(this.now, item.ends)
    this.give(unknown, exit)
    return true
  })

  /** The program has not done it. What had not ended with its run need not come again. */
  private isLeft({ ends, isAsked }: Item) {
    return !isAsked && (ends < Infinity || this.history.run.finished_at === null)
  }

  /** What is left to tell when the program goes no further. */
  finish() {
    for (const { ask, item } of this.renamed) {
      if (item.isAsked) {
        this.differs("added", ask.name, `The program has ${called(ask.kind, ask.name)}, which is not in the history.`)
      } else {
        this.differs("renamed", item.entry.name, `The program has ${called(ask.kind, ask.name)} where the history has ${called(item.kind, item.entry.name)}.`)
      }
      item.isAsked = true
    }
    const told = new Set<Item>()
    for (const { before, item } of this.early) {
      if (told.has(item) || this.renamed.some((one) => one.item === item)) continue
      if (!item.isAsked && this.isLost) continue
      told.add(item)
      const [what, other] = [called(item.kind, item.entry.name), called(before.kind, before.entry.name)]
      if (item.isAsked) this.differs("reordered", item.entry.name, `The program has ${what} after ${other}; in the history it comes before.`)
    }
    if (this.isLost) return
    for (const item of this.items) {
      const { entry, kind } = item
      if (kind === "signal" || !this.isLeft(item)) continue
      this.differs("missing", entry.name, `The history has ${called(kind, entry.name, entry.attempt)}, which the program does not have.`)
    }
  }
}
