import { hash, hkdfSync } from "node:crypto"
import type { Option } from "effect"
import { opened, sealed } from "../kernel/receipts/sealing.ts"

/** By which a record is found: its id, a code or a token say, is kept nowhere. */
export const hashOfRecord = (kind: string, id: string): Uint8Array => hash("sha256", `${kind} ${id}`, "buffer")

const keyOf = (kind: string, id: string) => new Uint8Array(hkdfSync("sha256", id, "business-platform", `oauth ${kind}`, 32))

/** Seals what a record holds under the record's own id, so that only who shows the id can read it. */
export const sealedUnder = (kind: string, id: string, text: string): Uint8Array => sealed(keyOf(kind, id), text)

/** Nothing when it was tampered with. */
export const openedWith = (kind: string, id: string, bytes: Uint8Array): Option.Option<string> => opened(keyOf(kind, id), bytes)
