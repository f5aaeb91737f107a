import { Effect } from "effect"
import type { CustomField, Extensible } from "#schemas/crm/custom-field"
import { CustomFields } from "#layers/crm/custom-fields"
import type { Scope } from "#schemas/kernel/tenancy"
import type { Upsert } from "./plan.ts"
import type { RowSchema, Said } from "./rows.ts"

/** How the rows of one batch become records. */
export interface Batch<Changes, Draft> extends Upsert<Changes, Draft> {
  /** Why a row is not taken: it names what does not exist, say. */
  readonly fault?: (changes: Changes) => string | undefined
}

/** A record that exists, and what rows can say of it. */
export interface Matched<Draft, Row> {
  readonly record: Row
  readonly draft: Draft
}

/**
 * Records that files can be imported as. Everything is done in the transaction of a batch of rows; a batch that meets others who
 * write the same keys is gone over again.
 */
export interface Importable<Changes, Draft, Row, R> extends RowSchema<Changes> {
  /** What receipts and events call one. */
  readonly object: string
  /** The operation that takes the files; receipts of rows name it too. */
  readonly verb: string
  /** Of its durable workflow: `crm.import`. */
  readonly workflow: string
  /** Who sees how an import went, and its rejected rows. */
  readonly access: Scope
  /** Whose own fields rows can fill, if any. */
  readonly custom?: Extensible
  /** Looks up what rows refer to. */
  readonly batch: (rows: ReadonlyArray<Said<Changes>>) => Effect.Effect<Batch<Changes, Draft>, never, R>
  /** Records that have one of the keys, kept from changing until the transaction ends. */
  readonly holding: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Matched<Draft, Row>>, never, R>
  /** Makes and notes records; answers with the keys of those that were made, since others may have taken some of them meanwhile. */
  readonly make: (drafts: ReadonlyArray<Draft>) => Effect.Effect<{ readonly count: number; readonly keys: ReadonlySet<string> }, never, R>
  /** Changes and notes records: `draft` is what becomes of each. */
  readonly change: (records: ReadonlyArray<Matched<Draft, Row>>) => Effect.Effect<void, never, R>
}

/** The company's own fields that rows can fill. */
export const customFieldsOf = ({ custom }: { readonly custom?: Extensible }): Effect.Effect<
  ReadonlyArray<CustomField>, never, CustomFields
> => custom === undefined ? Effect.succeed([]) : CustomFields.use((fields) => fields.of(custom))
