import { type Schema, SchemaAST } from "effect"
import type { Label } from "./phrase.ts"

/** Fields of a record that belong together, by the title of their group. */
export type Groups = Readonly<Record<string, ReadonlyArray<string>>>

/** What pages know of a kind of record beside its schema. */
export interface RecordMeta {
  /** What receipts and events call it. */
  readonly object: string
  readonly groups: Groups
  /** What people call a record, as answers tell it; empty where it has no name. Left out where there is one of a kind. */
  readonly label?: (record: never) => Label
}

const KEY = "record"

/** Notes of which kind the records of a schema are: that of an entity, or one that tells more of it. */
export const recordMeta = (meta: RecordMeta): { readonly [KEY]: RecordMeta } => ({ [KEY]: meta })

/** Of which kind the records of a schema are; nothing where nobody noted it. */
export const recordMetaOf = ({ ast }: Pick<Schema.Top, "ast">): RecordMeta | undefined =>
  SchemaAST.resolve(SchemaAST.toType(ast))?.[KEY] as RecordMeta | undefined
