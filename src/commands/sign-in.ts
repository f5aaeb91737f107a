import { spawn } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Console, Deferred, Effect, Option } from "effect"
import { CALLBACK_PATH } from "#schemas/auth/command-line"
import { nearest } from "#schemas/kernel/nearest"
import { CommandFailure } from "./command-failure.ts"
import { ConnectionFault, exchanged, question, type SignIn, signInAt } from "./oauth-tokens.ts"

/** A person may have to find their password first. */
const AGREED_WITHIN = "10 minutes"

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`

const headers = {
  "content-type": "text/html; charset=utf-8", "content-security-policy": "default-src 'none'", "referrer-policy": "no-referrer", "cache-control": "no-store",
  "connection": "close"
}

/** Listens on this machine for the browser that comes back. What does not bear the state is somebody else's, and not waited for. */
const listener = Effect.gen(function*() {
  const answered = yield* Deferred.make<URLSearchParams>()
  const expected = { state: "" }
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>, CommandFailure>((resume) => {
      const made = createServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1")
        const isAnswer = request.method === "GET" && pathname === CALLBACK_PATH && expected.state !== "" && searchParams.get("state") === expected.state
        response.writeHead(isAnswer ? 200 : 400, headers)
        response.end(isAnswer
          ? page("Back to the command line", "You can close this page: the command line tells how it went.")
          : page("This is not what the command line waits for", "Give the command again, and open the address that it prints."))
        if (isAnswer) Deferred.doneUnsafe(answered, Effect.succeed(searchParams))
      })
      made.once("error", ({ message }) => resume(Effect.fail(new CommandFailure({ message: `It is not possible to listen on this machine: ${message}` }))))
      made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) => Effect.sync(() => void made.close())
  )
  return { redirect: `http://127.0.0.1:${(server.address() as AddressInfo).port}${CALLBACK_PATH}`, expected, answer: Deferred.await(answered) }
})

const openers: Readonly<Record<string, readonly [command: string, ...before: ReadonlyArray<string>]>> = {
  darwin: ["open"], win32: ["rundll32", "url.dll,FileProtocolHandler"]
}

/** Opens a browser where a person sits at this machine. The address is printed anyway, so nothing is lost where that fails. */
const opened = (address: string) =>
  Effect.sync(() => {
    if (!process.stderr.isTTY || process.env["SSH_CONNECTION"] !== undefined) return
    const [command, ...before] = openers[process.platform] ?? ["xdg-open"]
    spawn(command, [...before, address], { detached: true, stdio: "ignore" }).on("error", () => {}).unref()
  })

/** The scopes that are meant by `read`, `all`, or a list of them. */
const wanted = Effect.fnUntraced(function*(text: string, { scopes }: SignIn) {
  if (text === "all") return scopes
  if (text === "read") return scopes.filter((scope) => scope.endsWith(":read"))
  const named = text.split(",").map((scope) => scope.trim())
  const unknown = named.find((scope) => !scopes.includes(scope))
  if (unknown === undefined) return named
  const [near] = nearest(unknown, scopes, 1)
  return yield* new CommandFailure({
    message: `Nobody can give the scope ${JSON.stringify(unknown)}.${near === undefined ? "" : ` Did you mean ${near}?`} There are read, all, and ${scopes.join(", ")}.`
  })
})

/** Has a person sign in and agree in a browser: authorization code with PKCE, answered to this machine (RFC 8252). */
export const signIn = (url: string, scopes: string) =>
  Effect.gen(function*() {
    const service = yield* signInAt(url)
    const asked = yield* wanted(scopes, service)
    const { answer, expected, redirect } = yield* listener
    const { address, ...proof } = yield* question(service, redirect, asked)
    expected.state = proof.state
    yield* Console.error(`Open this address on this machine, sign in and agree:\n${address}`)
    yield* opened(address)
    const came = yield* Effect.timeoutOption(answer, AGREED_WITHIN)
    if (Option.isNone(came)) return yield* new CommandFailure({ message: "Nobody agreed within 10 minutes: give the command again." })
    return yield* exchanged(url, service, redirect, came.value, proof)
  }).pipe(
    Effect.scoped,
    Effect.mapError((error) => error instanceof ConnectionFault ? new CommandFailure({ message: error.message }) : error)
  )
