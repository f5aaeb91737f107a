import { createSocket, type Socket } from "node:dgram"
import { once } from "node:events"
import { type AddressInfo, createServer, isIPv4, type Server } from "node:net"
import { Effect } from "effect"

/** One record of an answer: an address of the name that was asked for, or of another; that the name is only another for something; or a text. */
export type Answer = string | { readonly name: string; readonly address: string } | { readonly name?: string; readonly cname: string } | { readonly txt: string }

/** What is answered for a name; the turn counts the questions for it, from 1. */
type Answers = (name: string, turn: number) => ReadonlyArray<Answer>

interface Options {
  /** Seconds that an answer may be kept; none by default. */
  readonly ttl?: number
  /** Names of which the first answer says only that it is to be asked for again over TCP. */
  readonly overTcp?: ReadonlyArray<string>
  /** Names whose answer holds all addresses, of the family that was asked for and of the other. */
  readonly both?: ReadonlyArray<string>
}

const A = 1
const CNAME = 5
const TXT = 16
const AAAA = 28
const ANSWERED = 0x8180
const UNKNOWN = 0x8183
const TRUNCATED = 0x8380

const nameIn = (message: Buffer) => {
  const labels: Array<string> = []
  let at = 12
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

const bytesOf = (address: string) =>
  isIPv4(address)
    ? Buffer.from(address.split(".").map(Number))
    : Buffer.from(Array.from({ length: 8 }, (_, n) => {
      const [head = "", tail = ""] = address.split("::")
      const left = head.split(":").filter(Boolean)
      const right = tail.split(":").filter(Boolean)
      return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => "0"), ...right][n]!.padStart(4, "0")
    }).join(""), "hex")

const written = (name: string) =>
  Buffer.concat([...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")])), Buffer.from([0])])

/** A text in pieces of at most 255 bytes. */
const stringsOf = (text: string) =>
  Buffer.concat((text.match(/[^]{1,255}/gu) ?? [""]).map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, "latin1")])))

/** Of the name that was asked for. */
const ASKED = Buffer.from([0xc0, 12])

const record = (owner: string | undefined, type: number, ttl: number, data: Buffer) => {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt32BE(ttl, 4)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner === undefined ? ASKED : written(owner), head, data])
}

/** Both servers on one port of this machine: a port that is free for one may be taken for the other, so that another one is tried. */
const openedOnBoth = async (streams: Server): Promise<{ readonly datagrams: Socket; readonly port: number }> => {
  await new Promise<void>((resolve) => streams.listen(0, "127.0.0.1", resolve))
  const { port } = streams.address() as AddressInfo
  const datagrams = createSocket("udp4")
  datagrams.bind(port, "127.0.0.1")
  const opened = await once(datagrams, "listening").then(() => true, () => false)
  if (opened) return { datagrams, port }
  datagrams.close()
  await new Promise((resolve) => streams.close(resolve))
  return openedOnBoth(streams)
}

/** A name server on this machine (RFC 1035), over UDP and TCP, which knows the names it is told and no others. */
export const nameServer = (answers: Answers, { both = [], overTcp = [], ttl = 0 }: Options = {}) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked = new Map<string, number>()

      const answerTo = (message: Buffer, datagram: boolean) => {
        const { end, name, type } = nameIn(message)
        const truncated = datagram && overTcp.includes(name)
        const turn = type === A ? (asked.get(name) ?? 0) + 1 : asked.get(name) ?? 1
        if (type === A && !truncated) asked.set(name, turn)
        const found = truncated ? [] : answers(name, turn)
        const records = found.flatMap((one) => {
          if (typeof one !== "string" && "txt" in one) return type === TXT ? [record(undefined, TXT, ttl, stringsOf(one.txt))] : []
          if (typeof one !== "string" && "cname" in one) return [record(one.name, CNAME, ttl, written(one.cname))]
          const { address, name: owner } = typeof one === "string" ? { address: one, name: undefined } : one
          const family = isIPv4(address) ? A : AAAA
          return family === type || both.includes(name) ? [record(owner, family, ttl, bytesOf(address))] : []
        })
        const head = Buffer.from(message.subarray(0, 12))
        head.writeUInt16BE(truncated ? TRUNCATED : found.length === 0 ? UNKNOWN : ANSWERED, 2)
        head.writeUInt16BE(records.length, 6)
        head.fill(0, 8, 12)
        return Buffer.concat([head, message.subarray(12, end), ...records])
      }

      const streams = createServer((socket) => {
        let read = Buffer.alloc(0)
        socket.on("error", () => {}).on("data", (part: Buffer) => {
          read = Buffer.concat([read, part])
          while (read.length >= 2 && read.length >= 2 + read.readUInt16BE(0)) {
            const length = read.readUInt16BE(0)
            const answer = answerTo(read.subarray(2, 2 + length), false)
            read = read.subarray(2 + length)
            const size = Buffer.alloc(2)
            size.writeUInt16BE(answer.length)
            socket.write(Buffer.concat([size, answer]))
          }
        })
      })
      const { datagrams, port } = await openedOnBoth(streams)
      datagrams.on("message", (message, { address, port }) => datagrams.send(answerTo(message, true), port, address))
      return {
        address: `127.0.0.1:${port}`,
        asked,
        end: () => {
          datagrams.close()
          streams.close()
        }
      }
    }),
    ({ end }) => Effect.sync(end)
  )
