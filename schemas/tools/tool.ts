import { Schema } from "effect"

/**
 * What an answer follows from besides its arguments: the content pack and the published aggregates, which change seldom, so
 * that an answer may be remembered until they do; the moment it is asked, its clock and rows; or it leaves something behind.
 */
export type Nature = "content" | "live" | "write"

interface Facts<Fields extends Schema.Struct.Fields, Output extends Schema.Top> {
  /** For people, like "Get pricing". */
  readonly title: string
  /** For a model that must choose: what it gives and when to take it, in one or two short sentences. */
  readonly description: string
  readonly input: Fields
  readonly output: Output
  /** Arguments that give a useful answer; every hint and every page shows them. */
  readonly example: Schema.Struct<Fields>["Encoded"]
  readonly nature?: Nature
  /** An argument that it does not have is refused: without it the tool would answer with everything, and nobody would notice. */
  readonly exact?: true
}

/** A tool of the public endpoint. Its declaration makes its schemas, its description for models, and its place in every list. */
export interface Tool<Name extends string, Fields extends Schema.Struct.Fields, Output extends Schema.Top>
  extends Omit<Facts<Fields, Output>, "input" | "nature">
{
  readonly name: Name
  readonly input: Schema.Struct<Fields>
  readonly nature: Nature
}

export interface AnyTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Schema.Struct<Schema.Struct.Fields>
  readonly output: Schema.Top
  readonly example: object
  readonly nature: Nature
  readonly exact?: true
}

export const tool = <const Name extends string, const Fields extends Schema.Struct.Fields, Output extends Schema.Top>(
  name: Name,
  { nature = "content", input, ...facts }: Facts<Fields, Output>
): Tool<Name, Fields, Output> => ({ name, nature, input: Schema.Struct(input), ...facts })
