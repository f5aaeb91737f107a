import { Schema } from "effect"

export const Texts = Schema.Array(Schema.String)

const fieldsOf = <S extends Schema.Top>(schema: S) => <const Name extends string>(...names: ReadonlyArray<Name>) =>
  Object.fromEntries(names.map((name) => [name, schema])) as { readonly [N in Name]: S }

/** Fields of an answer that hold a text each. */
export const texts = fieldsOf(Schema.String)

/** Fields of an answer that hold a list of texts each. */
export const lists = fieldsOf(Texts)
