import { Effect, Layer, Redacted } from "effect"
import { engineOn } from "./engine.ts"

/**
 * Works until it is killed: in the database of the first argument, on what `works` of the module of the second gives for the
 * third.
 */
const [url, module, given] = process.argv.slice(2) as [string, string, string]
const { works } = await import(module)
await engineOn(Redacted.make(url), works(given), "warn").pipe(
  Layer.tap(() => Effect.sync(() => process.stdout.write("working\n"))),
  Layer.launch,
  Effect.runPromise
)
