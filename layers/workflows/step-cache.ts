import { Context, Effect, Layer, Option } from "effect"
import { Snowflake } from "effect/cluster"
import type { ClusterError, Envelope, MessageStorage, Reply } from "effect/cluster"
import { LRUCache } from "lru-cache"

type Saved = MessageStorage.SaveResult.Encoded
type Duplicate = Extract<Saved, { readonly _tag: "Duplicate" }>
type Save = Effect.Effect<Saved, ClusterError.PersistenceError>
type Message = Parameters<MessageStorage.Encoded["saveEnvelope"]>[0]

/** Characters of keys and replies in memory: those of some ten thousand steps. */
const MOST_CHARACTERS = 16_000_000

/** Steps under way whose keys are remembered; the replies of others are not kept in memory. */
const MOST_UNDER_WAY = 20_000

const isStep = (envelope: Envelope.Encoded) => envelope._tag === "Request" && envelope.tag === "activity"

/** A step that was suspended is done again; any other end of a step is its last. */
const isFinal = (reply: Reply.Encoded) =>
  reply._tag === "WithExit" && !(reply.exit._tag === "Success" && (reply.exit.value as { readonly _tag?: string } | null)?._tag === "Suspended")

/**
 * The results of steps, which never change. A run that is resumed asks for the result of each step that it has done, in a statement
 * of its own; of a run with a thousand children these were a thousand statements, each time that a child ended.
 */
const stepCache = () => {
  const finished = new LRUCache<string, Duplicate>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ lastReceivedReply }, key) => key.length + JSON.stringify(Option.getOrNull(lastReceivedReply)).length
  })
  const underWay = new LRUCache<string, string>({ max: MOST_UNDER_WAY })

  return {
    saving: ({ envelope, primaryKey }: Message, save: Save): Save =>
      primaryKey === null || !isStep(envelope) ? save : Effect.suspend(() => {
        const known = finished.get(primaryKey)
        if (known !== undefined) return Effect.succeed(known)
        return Effect.tap(save, (saved) => Effect.sync(() => {
          if (saved._tag === "Success") underWay.set(String(envelope.requestId), primaryKey)
          else if (Option.exists(saved.lastReceivedReply, isFinal)) finished.set(primaryKey, saved)
          else underWay.set(String(saved.originalId), primaryKey)
        }))
      }),

    /** Forgets what a run did: some of it is to be done again. */
    forget: (run: string) => {
      for (const key of finished.keys()) if (key.includes(`/${run}/`)) finished.delete(key)
    },

    /** Answers with whether it is known to be a step's, after which its run goes on. */
    replied: (reply: Reply.Encoded): boolean => {
      const primaryKey = underWay.get(String(reply.requestId))
      if (primaryKey === undefined) return false
      if (!isFinal(reply)) return true
      underWay.delete(String(reply.requestId))
      const originalId = Snowflake.Snowflake(reply.requestId)
      finished.set(primaryKey, { _tag: "Duplicate", originalId, lastReceivedReply: Option.some(reply) })
      return true
    }
  }
}

export class StepCache extends Context.Service<StepCache>()("layers/workflows/StepCache", { make: Effect.sync(stepCache) }) {
  static readonly layer = Layer.effect(StepCache, StepCache.make)
}
