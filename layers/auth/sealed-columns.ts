import { Option } from "effect"
import type { SecretStore } from "./secret-store.ts"

type Store = SecretStore["Service"]
type Key = { readonly [column: string]: "bigint" | "text" }
type RowOf<K extends Key> = { readonly [C in keyof K]: K[C] extends "bigint" ? number : string }

/** A table that keeps secrets which have to be read again. They are sealed anew with a new SECRET_KEY. */
export interface SealedColumns {
  readonly table: string
  /** The columns by which a row is found, in the order of an index. */
  readonly key: Key
  readonly columns: ReadonlyArray<string>
  /** The text as it should be kept, where it lies open or an older SECRET_KEY sealed it; nothing where it is, or cannot be opened. */
  readonly renewed: (store: Store, row: never, kept: string) => Option.Option<string>
}

interface Declared<K extends Key, Columns extends string, Row> {
  readonly table: string
  readonly key: K
  readonly columns: ReadonlyArray<Columns>
  /** Whose secret it is: it opens for nobody else. */
  readonly about: (row: Row) => string
  /** Stands before what is sealed, where texts without it were written open. */
  readonly prefix?: string
}

/** Declares what of a table is sealed, and gives how it is sealed and opened. */
export const sealedColumns = <const K extends Key, const Columns extends string, Row extends Partial<RowOf<K>> = RowOf<K>>(
  { about, prefix = "", ...declared }: Declared<K, Columns, Row>
) => {
  const sealed = (store: Store, row: Row, secret: string): string => prefix + store.seal(secret, about(row))
  return {
    ...declared,
    /** A secret as the database keeps it. */
    sealed,
    /** Nothing where it was sealed with a SECRET_KEY that is not here. */
    opened: (store: Store, row: Row, kept: string): Option.Option<string> =>
      kept.startsWith(prefix) ? store.open(kept.slice(prefix.length), about(row)) : Option.some(kept),
    renewed: (store: Store, row: Row, kept: string): Option.Option<string> =>
      kept.startsWith(prefix)
        ? Option.map(store.renewed(kept.slice(prefix.length), about(row)), (text) => prefix + text)
        : Option.some(sealed(store, row, kept))
  }
}
