import { createReadStream } from "node:fs"
import { Readable } from "node:stream"
import { createZstdCompress, createZstdDecompress } from "node:zlib"
import { Decrypter, Encrypter } from "age-encryption"

/** 2 to this power rounds of scrypt: the passphrase is random and long, so that guessing needs no further hindrance. */
const WORK_FACTOR = 14

const readable = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])

/** The bytes compressed by Zstandard, then sealed under a passphrase in the age format (https://age-encryption.org/v1). */
export const sealed = async (bytes: AsyncIterable<Uint8Array>, passphrase: string): Promise<Readable> => {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(WORK_FACTOR)
  const compressed = Readable.from(bytes, { objectMode: false }).compose(createZstdCompress()) as Readable
  return readable(await encrypter.encrypt(Readable.toWeb(compressed) as ReadableStream<Uint8Array>))
}

/** What a sealed file holds, where one of the passphrases is its own. A changed or shortened file fails on the way. */
export const opened = async (file: string, passphrases: ReadonlyArray<string>): Promise<Readable> => {
  const decrypter = new Decrypter()
  for (const passphrase of passphrases) decrypter.addPassphrase(passphrase)
  const plain = await decrypter.decrypt(Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>)
  return readable(plain).compose(createZstdDecompress()) as Readable
}
