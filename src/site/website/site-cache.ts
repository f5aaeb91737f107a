import { Effect, Fiber, Option } from "effect"
import { LRUCache } from "lru-cache"
import { Published } from "#layers/website/published"
import type { CompanyId } from "#schemas/kernel/ids"
import type { Kept } from "./kept.ts"

/** All answers of all sites together, in bytes. */
const MOST_BYTES = 64 * 1_048_576
const MOST_COMPANIES = 50_000

/** So long an answer is given without asking whether anything was published, in milliseconds: a second less what the asking takes. */
const FRESH_MS = 850
/** From then on it is asked while answers are still given. */
const AGING_MS = 350

/** What visitors of a company see, as it was named when it was asked last. */
interface Known {
  readonly version: string
  /** When the asking began: what was published later may not be in it. */
  readonly asOf: number
}

interface Cached {
  readonly kept: Kept
  readonly version: string
  /** Of what changes without a publication: when it was made. */
  readonly until: number
  /** It is kept under another key too, where its bytes are counted. */
  readonly shared: boolean
}

/** An answer that was made. */
export interface Fresh {
  readonly kept: Kept
  /** It changes without a publication: it is kept for a second only. */
  readonly changes: boolean
  readonly shared?: boolean
}

/** By what an answer is kept: of a company, at its own host or below the service's. */
export const keyOf = (company: CompanyId, base: string, path: string): string => `${company} ${base} ${path}`

/** About what an entry takes besides its answer. */
const AROUND = 300

/** Answers of companies' sites in memory, each until something is published. */
export const makeSiteCache = Effect.gen(function*() {
  const published = yield* Published
  const scope = yield* Effect.scope
  const entries = new LRUCache<string, Cached>({ maxSize: MOST_BYTES, sizeCalculation: ({ kept, shared }, key) => AROUND + key.length + (shared ? 0 : kept.size) })
  const known = new LRUCache<CompanyId, Known>({ max: MOST_COMPANIES })
  const asking = new Map<CompanyId, Fiber.Fiber<Known | undefined>>()
  const making = new Map<string, Fiber.Fiber<unknown, unknown>>()

  const ask = (company: CompanyId) => Effect.suspend(() => {
    const asOf = performance.now()
    return Effect.map(published.version(company), (found) => {
      if (Option.isNone(found)) return undefined
      const now = { version: found.value, asOf }
      known.set(company, now)
      return now
    })
  })

  /** One asks for all who wait. It goes on when the one who began it has left. */
  const together = <K, A, E, R>(under: Map<K, Fiber.Fiber<unknown, unknown>>, key: K, work: Effect.Effect<A, E, R>): Effect.Effect<Fiber.Fiber<A, E>, never, R> =>
    Effect.suspend(() => {
      const running = under.get(key) as Fiber.Fiber<A, E> | undefined
      if (running !== undefined) return Effect.succeed(running)
      return Effect.tap(
        Effect.forkIn(Effect.ensuring(work, Effect.sync(() => under.delete(key))), scope),
        (fiber) => Effect.sync(() => {
          if (fiber.pollUnsafe() === undefined) under.set(key, fiber)
        })
      )
    })

  const asked = (company: CompanyId) => together(asking as Map<CompanyId, Fiber.Fiber<unknown, unknown>>, company, ask(company))

  /** The version that holds now; nothing where none is known that is new enough. */
  const fresh = (company: CompanyId, now: number): string | undefined => {
    const last = known.get(company)
    return last === undefined || now - last.asOf > FRESH_MS ? undefined : last.version
  }

  const current = (company: CompanyId): Effect.Effect<string | undefined> => Effect.suspend(() => {
    const now = performance.now()
    const version = fresh(company, now)
    if (version === undefined) return Effect.map(Effect.flatMap(asked(company), Fiber.join), (found) => found?.version)
    return now - known.peek(company)!.asOf > AGING_MS ? Effect.as(asked(company), version) : Effect.succeed(version)
  })

  const held = (key: string, version: string, now: number): Kept | undefined => {
    const entry = entries.get(key)
    return entry === undefined || entry.version !== version || now > entry.until ? undefined : entry.kept
  }

  return {
    /** What is kept under the key, as far as that is known without asking. */
    known: (company: CompanyId, key: string): Kept | undefined => {
      const now = performance.now()
      const last = known.get(company)
      return last === undefined || now - last.asOf > AGING_MS ? undefined : held(key, last.version, now)
    },
    /** What is kept under the key, or made now. */
    get: <E, R>(company: CompanyId, key: string, make: Effect.Effect<Fresh | undefined, E, R>): Effect.Effect<Kept | undefined, E, R> =>
      Effect.gen(function*() {
        const version = yield* current(company)
        if (version === undefined) return undefined
        const began = performance.now()
        const there = held(key, version, began)
        if (there !== undefined) return there
        const made = Effect.map(make, (found) => {
          if (found === undefined) return undefined
          entries.set(key, { kept: found.kept, version, until: found.changes ? began + FRESH_MS : Infinity, shared: found.shared === true })
          return found.kept
        })
        return yield* Effect.flatMap(together(making, `${version} ${key}`, made), Fiber.join)
      }),
    /** After another form of an answer was made: it takes more room. */
    grown: (key: string): void => {
      const entry = entries.peek(key)
      if (entry !== undefined) entries.set(key, { ...entry })
    },
    /** Bytes that all answers take. */
    size: () => entries.calculatedSize
  }
})
export type SiteCache = Effect.Success<typeof makeSiteCache>
