import { Config, Console, Effect, Option, Redacted } from "effect"
import { CommandFailure } from "./command-failure.ts"
import type { Answer, Call } from "./service-client.ts"

export interface Refusal {
  readonly message?: string
  readonly consent?: { readonly id: number }
  readonly details?: ReadonlyArray<{ readonly field: string; readonly error: string }>
}

export const failed = (what: string, { body, status }: Answer) =>
  new CommandFailure({ message: `${what} was refused with ${status}: ${(body as Refusal | null)?.message ?? JSON.stringify(body)}` })

/** The body of an answer, as the contract tells it. */
export const expected = <Body>(what: string, status: number) => (answer: Answer) =>
  answer.status === status ? Effect.succeed(answer.body as Body) : Effect.fail(failed(what, answer))

export interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly next_cursor?: string | null
}

export const everyPage = Effect.fnUntraced(function*<Item>(call: Call, path: string) {
  const items: Array<Item> = []
  for (let cursor = "";;) {
    const page = yield* Effect.flatMap(call("GET", `${path}&limit=200${cursor}`), expected<Page<Item>>(path, 200))
    items.push(...page.items)
    if (page.next_cursor === null || page.next_cursor === undefined) return items
    cursor = `&cursor=${page.next_cursor}`
  }
})

/** The test key that a proof was given. */
export const testKeyOf = Effect.fnUntraced(function*(given: Option.Option<Redacted.Redacted>, liveDoes: string) {
  const key = Option.isSome(given) ? given.value : yield* Effect.mapError(Config.Redacted("API_KEY"), () =>
    new CommandFailure({ message: "Give a test key with --key, or in API_KEY." }))
  if (!Redacted.value(key).includes("_test_")) return yield* new CommandFailure({ message: `It takes a test key: a live key would ${liveDoes}.` })
  return key
})

/** Lines for a person; nothing where one JSON object is asked for. */
export const sayer = (json: boolean) => (text: string) => json ? Effect.void : Console.log(text)

/** What was to be shown, whether it holds, and what was found. */
export type Check = readonly [name: string, holds: boolean, found: number]

/** Tells what a proof found; the exit code is 1 where anything does not hold. */
export const conclude = Effect.fnUntraced(function*(json: boolean, figures: object, sentence: string, checks: ReadonlyArray<Check>) {
  const holds = checks.every(([, holds]) => holds)
  if (json) {
    yield* Console.log(JSON.stringify({ holds, ...figures, checks: checks.map(([name, holds, found]) => ({ name, holds, found })) }))
  } else {
    yield* Console.log(sentence)
    for (const [name, holds, found] of checks) yield* Console.log(`${holds ? "holds " : "BROKEN"}  ${name} (${found})`)
  }
  if (!holds) process.exitCode = 1
})
