import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto"
import { promisify } from "node:util"
import { type Identity, type Recipient, Stanza } from "age-encryption"

const scrypted = promisify<string, Uint8Array, number, { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number }, Buffer>(scrypt)

/** 2 to this power rounds of scrypt: the passphrase is random and long, so that guessing needs no further hindrance. */
const WORK_FACTOR = 14

/** With more, age itself refuses to open a file. */
const MOST_WORK = 22

const LABEL = Buffer.from("age-encryption.org/v1/scrypt")

const TAG_BYTES = 16

/** The key of a file is all that is ever under a key of its own. */
const nonce = Buffer.alloc(12)

const keyOf = (passphrase: string, salt: Uint8Array, work: number) =>
  scrypted(passphrase, Buffer.concat([LABEL, salt]), 32, { N: 2 ** work, r: 8, p: 1, maxmem: 2 ** (work + 11) })

const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "")

/**
 * What only the passphrase opens, as the age format has it (https://age-encryption.org/v1#the-scrypt-recipient-type). The library's own
 * holds up the process meanwhile, so every request with each segment of the log, and takes five times as long.
 */
export const passphraseRecipient = (passphrase: string): Recipient => ({
  wrapFileKey: async (fileKey) => {
    const salt = randomBytes(16)
    const cipher = createCipheriv("chacha20-poly1305", await keyOf(passphrase, salt, WORK_FACTOR), nonce, { authTagLength: TAG_BYTES })
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
    return [new Stanza(["scrypt", base64(salt), String(WORK_FACTOR)], body)]
  }
})

/** Opens the same. */
export const passphraseIdentity = (passphrase: string): Identity => ({
  unwrapFileKey: async ([stanza, ...others]) => {
    const [type, salt = "", work = ""] = stanza?.args ?? []
    if (stanza === undefined || others.length > 0 || type !== "scrypt" || !/^[1-9]\d?$/.test(work) || Number(work) > MOST_WORK) return null
    const key = await keyOf(passphrase, Buffer.from(salt, "base64"), Number(work))
    const decipher = createDecipheriv("chacha20-poly1305", key, nonce, { authTagLength: TAG_BYTES }).setAuthTag(stanza.body.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(stanza.body.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      return null
    }
  }
})
