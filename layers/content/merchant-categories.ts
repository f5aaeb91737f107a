import { createRequire } from "node:module"

/** A line of ISO 18245. */
export interface MerchantCategory {
  /** Four digits. */
  readonly mcc: string
  readonly description: string
}

interface Packaged {
  readonly mcc: string
  readonly edited_description: string
}

const require = createRequire(import.meta.url)

const clean = (text: string) => text.replace(/\s+/gu, " ").replace(/\( /gu, "(").trim()

let read: ReadonlyArray<MerchantCategory> | undefined

/** Every merchant category that the package `mcc` knows, by code. It is read when first asked for: few ask. */
export const merchantCategories = (): ReadonlyArray<MerchantCategory> =>
  read ??= (require("mcc") as { readonly all: ReadonlyArray<Packaged> }).all
    .map(({ edited_description, mcc }) => ({ mcc, description: clean(edited_description) }))
    .toSorted((a, b) => a.mcc < b.mcc ? -1 : 1)

/** What the package says of itself: its name, its version, and the day that version was published. */
export const MERCHANT_CATEGORIES = { source: "npm package mcc 2.2.0", as_of: "2025-10-04" } as const
