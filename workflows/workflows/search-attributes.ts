import { Effect, Option, Schema } from "effect"
import { type DeclaredAttributes, SearchAttributes } from "#layers/workflows/search-attributes"
import { type SearchAttributes as Values, SearchAttributeName, type SearchAttributeType } from "#schemas/workflows/search-attribute"
import { CurrentRun } from "../current-run.ts"
import { onceInRun } from "./once-in-run.ts"

type ValueOf<Type extends SearchAttributeType> = { text: string; number: number; boolean: boolean; time: string }[Type]

export type Types = { readonly [name: string]: SearchAttributeType }

/** How a workflow says by what its runs are found. A name has one type, whichever workflows use it. */
export type Declarations<Input, Of extends Types> = {
  readonly [Name in keyof Of]: {
    readonly type: Of[Name]
    /** From what a run is started with; without it, or where it gives `null`, a run has none until its program sets it. */
    readonly from?: (input: Input) => ValueOf<Of[Name]> | null
  }
}

/** Values to set, by name; `null` takes one away. */
export type SettableAttributes<Of extends Types> = { readonly [Name in keyof Of]?: ValueOf<Of[Name]> | null }

const isName = Schema.is(SearchAttributeName)

/** A workflow whose names cannot be asked for must not come as far as a run. */
const named = (workflow: string, name: string) => {
  if (!isName(name)) throw new Error(`${workflow}: the search attribute ${JSON.stringify(name)} needs a name like order_id.`)
  return name
}

export const derived = <Input>(declarations: Declarations<Input, Types>, input: Input): Values =>
  Object.fromEntries(Object.entries(declarations).flatMap(([name, { from }]) => {
    const value = from?.(input) ?? null
    return value === null ? [] : [[name, value]]
  }))

/** What a workflow declares; a payload that does not fit has nothing to be found by, as its run fails with the reason. */
export const declaredAttributes = <Input>(
  workflow: string, declarations: Declarations<Input, Types>, decode: (payload: unknown) => Effect.Effect<Input>
): DeclaredAttributes => ({
  types: Object.fromEntries(Object.entries(declarations).map(([name, { type }]) => [named(workflow, name), type])),
  of: (payload) => Effect.catchCause(Effect.map(decode(payload), (input) => derived(declarations, input)), () => Effect.succeed({}))
})

/** Sets what the run in progress is found by: within a `write` together with it, elsewhere as a step of this name. */
export const setAttributes = (types: DeclaredAttributes["types"], values: { readonly [name: string]: string | number | boolean | null | undefined }, name: string) => {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [name: string]: string | number | boolean | null }
  return onceInRun(name, Effect.gen(function*() {
    /* Without a database, as in tests of programs, nobody searches. */
    const attributes = yield* Effect.serviceOption(SearchAttributes)
    const { id } = yield* CurrentRun
    if (Option.isSome(attributes)) yield* attributes.value.set(id, types, given)
  }))
}
