import type { AddressInfo } from "node:net"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { TestServerWith } from "../support/test-server.ts"
import { read, type Received } from "./post.ts"

export interface MailServer {
  readonly port: number
  /** What it took, in order. */
  readonly received: Array<Received & {
    readonly secure: boolean
    readonly user: string | undefined
    readonly source: string
    /** From whom and to whom it was sent, whatever its headers say. */
    readonly envelope: { readonly from: string; readonly to: ReadonlyArray<string> }
  }>
  /** How often a recipient was named to it. */
  readonly offers: Map<string, number>
}

const answer = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })

/**
 * A mail server on this machine. What it does to an e-mail, the recipient's name says: `later...` is refused for now once,
 * `never...` for good, `silent...` gets no answer, at `cut...` it hangs up after the first e-mail came in.
 */
export const mailServer = (options: SMTPServerOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const received: MailServer["received"] = []
      const offers: MailServer["offers"] = new Map()
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ["STARTTLS"],
        disableReverseLookup: true,
        closeTimeout: 100,
        logger: false,
        onRcptTo: ({ address }, _, done) => {
          const times = (offers.get(address) ?? 0) + 1
          offers.set(address, times)
          if (address.startsWith("silent")) return
          if (address.startsWith("never")) return done(answer(550, "5.1.1 nobody of that name here"))
          if (address.startsWith("later") && times === 1) return done(answer(450, "4.2.0 come back later"))
          done()
        },
        onData: (stream, session, done) => {
          const parts: Array<Buffer> = []
          stream.on("data", (part: Buffer) => parts.push(part))
          stream.on("end", async () => {
            const source = Buffer.concat(parts).toString("utf8")
            const { address } = session.envelope.rcptTo[0]!
            const { mailFrom, rcptTo } = session.envelope
            const envelope = { from: mailFrom === false ? "" : mailFrom.address, to: rcptTo.map(({ address }) => address) }
            received.push({ ...await read(source), source, envelope, secure: session.secure, user: session.user as string | undefined })
            if (address.startsWith("cut") && offers.get(address) === 1) {
              for (const { _socket } of server.connections as Set<any>) _socket.destroy()
              return
            }
            done()
          })
        },
        ...options
      })
      server.on("error", () => undefined)
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return { port: (server.server.address() as AddressInfo).port, received, offers, server }
    }),
    ({ server }) => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))
  )

/** The mail server that the test server sends to. */
export class TestMailServer extends Context.Service<TestMailServer, MailServer>()("test/auth/TestMailServer") {}

/** A test server that sends its e-mails to a mail server of its own. `url` makes the address from the port. */
export const TestServerWithMail = (url: (port: number) => string, options?: SMTPServerOptions, mailFrom = "Acme <post@acme.example>") =>
  Layer.unwrap(Effect.map(mailServer(options), (server) =>
    TestServerWith({ smtpUrl: Option.some(Redacted.make(url(server.port))), mailFrom }).pipe(
      Layer.provideMerge(Layer.succeed(TestMailServer, server))
    )))
