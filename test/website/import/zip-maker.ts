import { crc32, deflateRawSync } from "node:zlib"

export interface Entry {
  readonly name: string
  readonly content: Buffer | string
  /** Bytes that its list says it has, if it lies. */
  readonly said?: number
  /** UNIX mode of what it is, for links. */
  readonly mode?: number
  readonly encrypted?: boolean
  /** Its place in the list names the bytes of the entry before it. */
  readonly overlapping?: boolean
}

const UTF8 = 0x800
const DEFLATED = 8

/** A ZIP archive (APPNOTE 6.3.10), as honest as its entries. */
export const zipOf = (entries: ReadonlyArray<Entry>): Uint8Array<ArrayBuffer> => {
  const parts: Array<Buffer> = []
  const list: Array<Buffer> = []
  let at = 0
  let last = 0
  for (const { content, encrypted = false, mode = 0o100644, name, overlapping = false, said } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const path = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(UTF8 | (encrypted ? 1 : 0), 2)
    common.writeUInt16LE(DEFLATED, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(said ?? bytes.length, 18)
    common.writeUInt16LE(path.length, 22)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(0x031e, 4)
    common.copy(entry, 6)
    entry.writeUInt32LE(mode * 0x10000, 38)
    entry.writeUInt32LE(overlapping ? last : at, 42)
    list.push(entry, path)
    if (overlapping) continue
    const header = Buffer.from([0x50, 0x4b, 3, 4])
    last = at
    for (const part of [header, common, path, packed]) {
      parts.push(part)
      at += part.length
    }
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...parts, directory, end]))
}
