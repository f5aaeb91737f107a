import { Context, Effect, Layer } from "effect"

/** Counts what is published: new content, new aggregates. What was made from an older version is out of date. */
export class ContentVersion extends Context.Service<ContentVersion>()("layers/ContentVersion", {
  make: Effect.sync(() => {
    let version = 1
    return { current: () => version, next: () => void version++ }
  })
}) {
  static readonly layer = Layer.effect(ContentVersion, ContentVersion.make)
}
