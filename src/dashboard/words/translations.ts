/** Another language by the English of the contract. */
export type Translations = Readonly<Record<string, string>>

/** Translations, and those that are others within a category or, of values, within a field. */
export interface Dictionary {
  readonly everywhere: Translations
  readonly within: Readonly<Record<string, Translations>>
}
