import { createSocket } from "node:dgram"
import { isIPv4 } from "node:net"
import { Effect } from "effect"

/** Addresses of a name; the turn counts the questions for it, from 1. */
type Answers = (name: string, turn: number) => ReadonlyArray<string>

const A = 1
const AAAA = 28

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

/** A name server on this machine (RFC 1035), which knows the names it is told and no others. */
export const nameServer = (answers: Answers) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = createSocket("udp4")
      const asked = new Map<string, number>()
      socket.on("message", (message, { address, port }) => {
        const { end, name, type } = nameIn(message)
        const turn = type === A ? (asked.get(name) ?? 0) + 1 : asked.get(name) ?? 1
        if (type === A) asked.set(name, turn)
        const found = answers(name, turn)
        const records = found.filter((one) => isIPv4(one) ? type === A : type === AAAA).map((one) => {
          const data = bytesOf(one)
          const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
          return Buffer.concat([head, data])
        })
        const head = Buffer.from(message.subarray(0, 12))
        head.writeUInt16BE(found.length === 0 ? 0x8183 : 0x8180, 2)
        head.writeUInt16BE(records.length, 6)
        head.fill(0, 8, 12)
        socket.send(Buffer.concat([head, message.subarray(12, end), ...records]), port, address)
      })
      await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
      return { address: `127.0.0.1:${socket.address().port}`, asked, end: () => socket.close() }
    }),
    ({ end }) => Effect.sync(end)
  )
