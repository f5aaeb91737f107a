import type { AddressInfo, Socket } from "node:net"
import { createServer } from "node:net"
import { createInterface } from "node:readline"
import { Effect } from "effect"

/** What a client waits for, in the order of an e-mail (RFC 5321, 4.1.1): `END` is the answer to what was sent after DATA. */
export const moments = ["CONNECT", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "END"] as const
export type Moment = typeof moments[number]

/** What goes wrong in place of an answer. */
export const wrongs = {
  /** It is not answered. */
  slow: () => {},
  /** The connection breaks. */
  cut: (socket) => void socket.destroy(),
  limited: (socket) => void socket.write("451 4.7.1 Come back later\r\n"),
  /** It ends the connection, as one that stops does. */
  closing: (socket) => void socket.end("421 4.3.2 Shutting down\r\n"),
  broken: (socket) => void socket.write("554 5.3.0 Something is broken\r\n"),
  malformed: (socket) => void socket.write("<html>Welcome</html>\r\n"),
  oversized: (socket) => void socket.write(`250-${"x".repeat(2 * 1_048_576)}`),
  /** It is refused, with everything that was sent repeated in the answer. */
  echo: (socket, heard) => void socket.write(`550 5.7.0 Refused: ${heard.join(" ")}\r\n`)
} satisfies Readonly<Record<string, (socket: Socket, heard: ReadonlyArray<string>) => void>>
export type Wrong = keyof typeof wrongs

const answers: Readonly<Record<Moment, string>> = {
  CONNECT: "220 mail.example ESMTP", EHLO: "250-mail.example\r\n250 AUTH PLAIN", AUTH: "235 2.7.0 Welcome", MAIL: "250 2.1.0 OK", RCPT: "250 2.1.5 OK",
  DATA: "354 Go on", END: "250 2.0.0 Taken"
}

/** A mail server on this machine, as long as it is not told to do worse. */
export const smtpServer = (user: string, password: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets = new Set<Socket>()
      /** The Message-IDs of what it took. */
      const taken: Array<string> = []
      let connections = 0
      let fault: readonly [Moment, Wrong] | undefined
      const right = Buffer.from(`\0${user}\0${password}`).toString("base64")

      const server = createServer((socket) => {
        connections++
        sockets.add(socket)
        const heard: Array<string> = []
        let letter: Array<string> | undefined
        const say = (moment: Moment, answer = answers[moment]) =>
          fault?.[0] === moment ? wrongs[fault[1]](socket, heard) : void socket.write(`${answer}\r\n`)
        socket.on("error", () => {}).on("close", () => sockets.delete(socket))
        say("CONNECT")
        createInterface({ input: socket }).on("error", () => {}).on("line", (line) => {
          if (letter !== undefined && line !== ".") return void letter.push(line)
          heard.push(line)
          if (letter !== undefined) {
            const { 1: id } = /^message-id: (.*)$/im.exec(letter.join("\n"))!
            letter = undefined
            if (fault === undefined || fault[1] === "cut") taken.push(id!)
            return say("END")
          }
          const verb = line.split(" ")[0]!.toUpperCase()
          if (verb === "AUTH") return say("AUTH", line.endsWith(right) ? undefined : "535 5.7.8 Wrong")
          if (verb === "QUIT") return void socket.end("221 Bye\r\n")
          const moment = moments.find((one) => one === verb)
          if (moment === undefined) return void socket.write(verb === "RSET" ? "250 OK\r\n" : "502 5.5.1 Unknown\r\n")
          if (moment === "DATA" && fault?.[0] !== "DATA") letter = []
          say(moment)
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return {
        address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
        taken,
        connections: () => connections,
        fail: (moment: Moment, wrong: Wrong) => void (fault = [moment, wrong]),
        mend: () => void (fault = undefined),
        end: async () => {
          for (const socket of sockets) socket.destroy()
          await new Promise<void>((resolve) => server.close(() => resolve()))
        }
      }
    }),
    ({ end }) => Effect.promise(end)
  )
