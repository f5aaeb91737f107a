import { Schema, SchemaAST } from "effect"
import { VariantSchema } from "effect/schema"
import { defaulted } from "./defaulted.ts"
import { type Label, labelText } from "./phrase.ts"
import { type Groups, recordMeta } from "./record-meta.ts"
import { Timestamp } from "./time.ts"

const { Field, FieldOnly, Struct, extract } = VariantSchema.make({
  variants: ["read", "create", "change"],
  defaultVariant: "read"
})

type Writable = Schema.Top & Schema.WithoutConstructorDefault

const examplesOf = (schema: Schema.Top) => SchemaAST.resolve(schema.ast)?.["examples"] as ReadonlyArray<never> | undefined

/** Without the limits of lists and records as a whole. */
const unchecked = (type: SchemaAST.AST): SchemaAST.AST =>
  SchemaAST.isArrays(type)
    ? new SchemaAST.Arrays(type.isMutable, type.elements, type.rest.map(unchecked))
    : SchemaAST.isObjects(type) && type.checks !== undefined
    ? new SchemaAST.Objects(type.propertySignatures, type.indexSignatures, type.annotations)
    : type

/**
 * The type of a field without the limits that hold for what is sent, since older records may have been written under others,
 * and without the description, which tells how to send it.
 */
const plainType = <S extends Schema.Top>(sent: S): Schema.Codec<S["Type"]> => {
  const type = unchecked(SchemaAST.toType(sent.ast))
  return SchemaAST.isString(type) ? Schema.String : Schema.make<Schema.Codec<S["Type"]>>(type).annotate({ description: undefined })
}

/** What an answer says of a field, as it follows from what is sent. */
const answered = <S extends Schema.Top>(sent: S) => {
  const examples = examplesOf(sent)
  return examples === undefined ? plainType(sent) : plainType(sent).annotate({ examples })
}

interface Notes {
  readonly description?: string
  /** The description where it is sent to create a record. */
  readonly onCreate?: string
  readonly examples?: ReadonlyArray<unknown>
}

/** Says in which of an entity's three shapes a field is, and how. Where `read` is left out, it follows from what is sent. */
export const field = {
  /** In answers only. */
  readOnly: FieldOnly(["read"]),
  /** Must be sent to create a record. */
  required: <S extends Writable, R extends Schema.Top = Schema.Codec<S["Type"]>>(sent: S, read?: R) =>
    Field({ read: (read ?? answered(sent)) as R, create: sent, change: Schema.optionalKey(sent) }),
  /** Is `value` where nothing is sent to create a record. */
  defaulted: <S extends Writable, R extends Schema.Top = Schema.Codec<S["Type"]>>(sent: S, value: S["Type"], read?: R) =>
    Field({ read: (read ?? answered(sent)) as R, create: defaulted(sent, value), change: Schema.optionalKey(sent) }),
  /** Is null where nothing is sent to create a record; null empties it. The notes describe what is sent. */
  nullable: <S extends Schema.Top, R extends Schema.Top = Schema.NullOr<Schema.Codec<S["Type"]>>>(sent: S, { onCreate, ...notes }: Notes = {}, read?: R) => {
    const nullable = Schema.NullOr(sent).annotate(notes as {})
    const examples = notes.examples ?? examplesOf(sent)
    const plain = Schema.NullOr(plainType(sent))
    return Field({
      read: (read ?? (SchemaAST.isString(SchemaAST.toType(sent.ast)) && examples !== undefined ? plain.annotate({ examples: examples as [] }) : plain)) as R,
      create: defaulted(onCreate === undefined ? nullable : nullable.annotate({ description: onCreate }), null),
      change: Schema.optionalKey(nullable)
    })
  },
  /** Follows from the program when a record is created, and can be changed. */
  changeOnly: <S extends Schema.Top, R extends Schema.Top = Schema.Codec<S["Type"]>>(sent: S, read?: R) =>
    Field({ read: (read ?? answered(sent)) as R, change: Schema.optionalKey(sent) }),
  /** Sent to create a record, and not kept as such. */
  createOnly: FieldOnly(["create"]),
  /** Any other field. */
  each: Field
} as const

/** The last fields of a record that can be changed. */
export const versioned = {
  version: field.readOnly(Schema.Int.annotate({ description: "Grows by one with each change; the ETag.", examples: [1] })),
  created_at: field.readOnly(Timestamp),
  updated_at: field.readOnly(Timestamp)
}

/** A filter that compares a column with what is asked for. */
export interface Comparison<S extends Schema.Top = Schema.Top> {
  readonly schema: S
  readonly column: string
  readonly operator: "<" | ">="
}

/** Filters of lists: below what is asked for, and not below it. */
export const below = <S extends Schema.Top>(column: string, schema: S): Comparison<S> => ({ schema, column, operator: "<" })
export const since = <S extends Schema.Top>(column: string, schema: S): Comparison<S> => ({ schema, column, operator: ">=" })

type Fields = Parameters<typeof Struct>[0]
type Filters = Readonly<Record<string, Schema.Top | Comparison>>
type SchemasOf<L extends Filters> = { readonly [K in keyof L]: L[K] extends Comparison<infer S> ? S : L[K] extends Schema.Top ? L[K] : never }

interface Options<F extends Fields, L extends Filters, Sort extends string> {
  readonly description?: string
  /** What people call a record; its title, name or label if left out. Words for one without a name of its own are a `phrase`. */
  readonly label?: (record: Schema.Struct<VariantSchema.ExtractFields<"read", F>>["Type"]) => Label
  /**
   * What lists can be narrowed by. One of a field's name asks for that value; any other that is no comparison is a condition
   * that the repository is given.
   */
  readonly filters?: L
  /** What lists can be sorted by, both ways. */
  readonly sort?: ReadonlyArray<Sort>
  /** What pages show of it in lists, beside what it is called. */
  readonly columns?: ReadonlyArray<keyof VariantSchema.ExtractFields<"read", F> & string>
  /** In which groups pages and forms show its fields; those of no group come last, and all follow each other where none is said. */
  readonly groups?: Groups
}

/** What records are usually called by. */
const nameOf = (record: { readonly label?: string; readonly name?: string; readonly title?: string }) => record.title ?? record.name ?? record.label ?? ""

/**
 * The three shapes of a record, from one table of its fields: as answers tell it, as it is sent to create one, and as it is
 * sent to change one. `identifier` names them in documents: `Task`, `NewTask` and `TaskChanges`. `list` is what its lists take.
 */
export const entity = <const F extends Fields, const L extends Filters = {}, const Sort extends string = "id">(
  identifier: string,
  fields: F,
  { columns, description, filters, groups = {}, label = nameOf, sort }: Options<F, L, Sort> = {}
) => {
  const struct = Struct(fields as Fields)
  const object = identifier.replace(/(?<=.)[A-Z]/g, "_$&").toLowerCase()
  const about = recordMeta({ object, groups, label })
  const all = Object.entries<Schema.Top | Comparison>(filters ?? {})
  return {
    object,
    about,
    phrase: label,
    label: (record: never) => labelText(label(record)),
    list: {
      filters: Object.fromEntries(all.map(([name, filter]) => [name, "operator" in filter ? filter.schema : filter])),
      sort: sort ?? ["id"],
      ...columns !== undefined && { columns }
    },
    comparisons: Object.fromEntries(all.filter(([, filter]) => "operator" in filter)),
    read: extract(struct, "read").annotate({ identifier, ...about, ...description !== undefined && { description } }),
    create: extract(struct, "create").annotate({ identifier: `New${identifier}` }),
    change: extract(struct, "change").annotate({
      identifier: `${identifier}Changes`, description: "Only the fields that change; `null` empties one."
    })
  } as never as {
    readonly object: string
    readonly about: ReturnType<typeof recordMeta>
    readonly label: (record: Schema.Struct<VariantSchema.ExtractFields<"read", F>>["Type"]) => string
    readonly phrase: (record: Schema.Struct<VariantSchema.ExtractFields<"read", F>>["Type"]) => Label
    readonly list: { readonly filters: SchemasOf<L>; readonly sort: ReadonlyArray<Sort>; readonly columns?: ReadonlyArray<string> }
    readonly comparisons: Readonly<Record<string, Comparison>>
    readonly read: Schema.Struct<VariantSchema.ExtractFields<"read", F>>
    readonly create: Schema.Struct<VariantSchema.ExtractFields<"create", F>>
    readonly change: Schema.Struct<VariantSchema.ExtractFields<"change", F>>
  }
}

/** The shapes that `entity` makes. */
export interface Entity {
  /** What receipts and events call a record: the identifier in snake case. */
  readonly object: string
  /** What people call a record. */
  label(record: { readonly id: number }): string
  /** The same with the words of it apart, for whoever says it in another language. */
  phrase(record: { readonly id: number }): Label
  readonly read: Schema.Top & { readonly fields: Schema.Struct.Fields; readonly Type: { readonly id: number } }
  readonly create: Schema.Top
  readonly change: Schema.Top
  readonly list: { readonly filters: Readonly<Record<string, Schema.Top>>; readonly sort: ReadonlyArray<string> }
  readonly comparisons: Readonly<Record<string, Comparison>>
}
