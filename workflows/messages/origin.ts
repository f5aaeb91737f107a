import { Schema } from "effect"
import type { Block, Brand } from "./template.ts"
import { paragraph } from "./template.ts"

/** Who asked for an e-mail about an account, as far as its reader can tell whether it was them. */
export const origin = {
  at: Schema.String,
  address: Schema.String,
  device: Schema.String
}

export interface EmailOrigin {
  /** An instant. */
  readonly at: string
  readonly address: string
  readonly device: string
}

const told = (what: string) => ({ address, at, device }: EmailOrigin, { formats }: Brand): Block =>
  paragraph(`It was ${what} on ${formats.dayAndTime(at)} UTC${address === "" ? "" : ` from the address ${address}`} (${device}).`)

export const askedBy = told("asked for")
export const doneBy = told("done")

export const unasked = paragraph("If it was not you, you need not do anything: without the link nothing happens.")

/** The link that the e-mail is about. */
export const linkTo = (label: string, to: string): Block => ({ kind: "button", label, to, or: "Or open this address:" })

export const exampleOrigin: EmailOrigin = { at: "2026-11-21T19:05:00.000Z", address: "203.0.113.7", device: "Firefox on Linux" }

export const exampleLink = (page: string) => `https://example.com/dashboard/${page}?token=dbs_4cSqUdvXq9u6pQ2mYwJ0hN8rT5bLk3Ae7iFzGx1VoMs`
