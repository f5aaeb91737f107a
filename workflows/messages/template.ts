import type { Schema } from "effect"
import type { CompanySettings } from "#schemas/company/settings"
import { type Formats, formatsOf } from "#schemas/kernel/formats"

/** A part of an e-mail, which is written both as HTML and as plain text. */
export type Block =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "heading"; readonly text: string }
  /** Leads to a page. `or` stands before the address itself, for whoever cannot press buttons. */
  | { readonly kind: "button"; readonly label: string; readonly to: string; readonly or?: string }
  /** A file of the e-mail, a PNG, in its text; `shows` says the same in words. */
  | { readonly kind: "picture"; readonly file: string; readonly shows: string }
  | { readonly kind: "facts"; readonly rows: ReadonlyArray<readonly [name: string, value: string]> }
  /** The last of its columns holds figures. */
  | { readonly kind: "table"; readonly columns: ReadonlyArray<string>; readonly rows: ReadonlyArray<ReadonlyArray<string>> }

export const paragraph = (text: string): Block => ({ kind: "paragraph", text })
export const heading = (text: string): Block => ({ kind: "heading", text })

export interface Content {
  readonly subject: string
  /** What mail programs show beside the subject; the first words if left out. */
  readonly preview?: string
  readonly blocks: ReadonlyArray<Block>
  /** The language of its words, where that is not the company's. */
  readonly language?: string
}

/** In whose name an e-mail is written: a company of this installation, or the installation itself, which has no frame. */
export interface Brand {
  readonly company: Pick<typeof CompanySettings.Type, "name" | "logo_url" | "website" | "address" | "contact_email" | "contact_phone" | "currency"> | undefined
  readonly formats: Formats
}

export const brandOf = (settings: typeof CompanySettings.Type): Brand => ({ company: settings, formats: formatsOf(settings) })

/** Of e-mails about accounts, which belong to no company. */
export const installation: Brand = { company: undefined, formats: formatsOf({ locale: "en", time_zone: "UTC" }) }

/** What an e-mail is made from. It is a file in `templates`, and its default export. */
export interface Template<S extends Schema.Top = Schema.Top> {
  readonly name: string
  /** It belongs to something that its reader did or asked for, so that nobody can opt out of it. */
  readonly transactional: boolean
  /** It is about an account, which belongs to no company. */
  readonly ofAccount?: true
  /** What differs from one e-mail to the next. */
  readonly data: S
  /** For the page that shows all templates, and for tests. */
  readonly example: S["Type"]
  content(data: S["Type"], brand: Brand): Content
}

export const template = <S extends Schema.Top>(given: Template<S>): Template<S> => given
