import { Effect } from "effect"
import { newestWritten, type WrittenEmail } from "#layers/providers/written-mail"
import { AnonymousRequest, type Page, SessionRequest } from "../handler.ts"
import { html } from "../html.ts"
import { isTriedHere, nameFor, type Readable, readable } from "../local-email.ts"
import { errorPage } from "../response.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("writtenEmail")

/** It is written a moment after it was asked for. */
const TRIES = 20
const BETWEEN = "250 millis"

/** The link of an e-mail, at the address under which this page was asked for. */
const linkIn = ({ text }: WrittenEmail, kind: Readable): string | undefined =>
  [...text.matchAll(/https?:\/\/\S+/gu)].map(([address]) => new URL(address)).filter(({ pathname }) => pathname === readable[kind])
    .map(({ pathname, search }) => pathname + search)[0]

const found = Effect.fnUntraced(function*(kind: Readable, token: string, name: string) {
  for (let n = 0; n < TRIES; n++) {
    if (n > 0) yield* Effect.sleep(BETWEEN)
    const email = yield* newestWritten((one) => linkIn(one, kind) !== undefined && nameFor(token, kind, one.to) === name)
    if (email !== undefined) return email
  }
  return undefined
})

const shown = Effect.fnUntraced(function*(kind: Readable, token: string, query: URLSearchParams) {
  if (!(yield* isTriedHere)) return yield* errorPage(404, w.noPage, w.nothing)
  const email = yield* found(kind, token, query.get("of") ?? "")
  if (email === undefined) {
    return yield* errorPage(404, w.noEmail, w.noEmailHelp)
  }
  const address = linkIn(email, kind)!
  return {
    title: email.subject,
    content: html`
      <div class="card">
        ${w.to(email.to, email.file)}
        ${email.text.trim().split(/\n{2,}/u).map((part) => html`<p>${part.includes(address) ? html`<a href=${address}>${address}</a>` : part}</p>`)}
      </div>`
  } satisfies Page
})

/** The e-mail that says how to go on after signing up. */
export const writtenEmailPage = Effect.flatMap(AnonymousRequest, ({ query, token }) => shown("verify", token, query))

/** The e-mail of an invitation. */
export const writtenInvitationPage = Effect.flatMap(SessionRequest, ({ query, token }) => shown("invitation", token, query))
