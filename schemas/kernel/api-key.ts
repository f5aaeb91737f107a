import { crc32 } from "node:zlib"
import type { Mode } from "./tenancy.ts"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const RANDOM_LENGTH = 40

const shape = /^((?:sk|pk)_service_(?:test|live)_[0-9A-Za-z]{32,64})([0-9A-Za-z]{6})$/

/** `sk` is a secret API key; `pk` is publishable: it stands in pages and apps, where anybody can read it. */
export type KeyKind = "sk" | "pk"

const base62 = (value: number, length: number) => {
  let text = ""
  for (let i = 0; i < length; i++) {
    text = alphabet[value % 62] + text
    value = Math.floor(value / 62)
  }
  return text
}

/** Of all before it, so that a key of one kind or mode never passes for another. */
const checksumOf = (begin: string) => base62(crc32(begin), 6)

/** A key from random bytes. Bytes past 247 are passed over, so that each letter is equally likely. */
export const makeKey = (mode: Mode, randomBytes: (length: number) => Uint8Array, kind: KeyKind = "sk"): string => {
  let random = ""
  while (random.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      if (byte < 248 && random.length < RANDOM_LENGTH) random += alphabet[byte % 62]
    }
  }
  const begin = `${kind}_service_${mode}_${random}`
  return begin + checksumOf(begin)
}

/** Has the shape and the checksum of a key: a typo, or a secret scanner, needs no query to know. */
export const isKeyShaped = (key: string): boolean => {
  const match = shape.exec(key)
  return match !== null && checksumOf(match[1]!) === match[2]
}

/** Calls itself a publishable key, whether or not it is one. */
export const isPublishable = (key: string): boolean => key.startsWith("pk_service_")

/** What may be shown of a key: enough to tell it from another. */
export const prefixOf = (key: string): string => key.slice(0, key.lastIndexOf("_") + 5)
