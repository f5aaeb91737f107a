import { createReadStream, createWriteStream } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createZstdCompress, createZstdDecompress } from "node:zlib"
import { Decrypter, Encrypter } from "age-encryption"
import { passphraseIdentity, passphraseRecipient } from "./passphrase.ts"

const readable = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])

/** The bytes compressed by Zstandard, then sealed under a passphrase in the age format (https://age-encryption.org/v1). */
export const sealed = async (bytes: AsyncIterable<Uint8Array>, passphrase: string): Promise<Readable> => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(passphraseRecipient(passphrase))
  const compressed = Readable.from(bytes, { objectMode: false }).compose(createZstdCompress()) as Readable
  return readable(await encrypter.encrypt(Readable.toWeb(compressed) as ReadableStream<Uint8Array>))
}

/** What a sealed file holds, where one of the passphrases is its own. A changed or shortened file fails on the way. */
export const opened = async (file: string, passphrases: ReadonlyArray<string>): Promise<Readable> => {
  const decrypter = new Decrypter()
  for (const passphrase of passphrases) decrypter.addIdentity(passphraseIdentity(passphrase))
  const plain = await decrypter.decrypt(Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>)
  return readable(plain).compose(createZstdDecompress()) as Readable
}

const flushed = async (path: string) => {
  const handle = await open(path, "r")
  await handle.sync().finally(() => handle.close())
}

/** Seals the bytes into a file, which is there when it is whole and would survive a power cut. */
export const sealInto = async (file: string, bytes: AsyncIterable<Uint8Array>, passphrase: string) => {
  const part = `${file}.part`
  try {
    await pipeline(await sealed(bytes, passphrase), createWriteStream(part, { mode: 0o600 }))
    await flushed(part)
    await rename(part, file)
    await flushed(dirname(file))
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}
