import { createHash, randomUUID } from "node:crypto"
import { Effect } from "effect"
import { answer, providerServer } from "../providers/provider-server.ts"
import { APP, tokenServer } from "./token-server.ts"

interface Someone {
  given: string
  email: string
  changed: number
  deleted?: true
}

/**
 * Google's authorization server and its People API on this machine: codes are good once and only with what was committed to, tokens end when they are told to, and
 * a refresh token that was used is good no more.
 */
export const googleServer = (count: number) =>
  Effect.gen(function*() {
    const people = new Map<string, Someone>(Array.from({ length: count }, (_, n) => [`people/c${n}`, { given: `Person ${n}`, email: `person${n}@there.example`, changed: 1 }]))
    let clock = 1
    const codes = new Map<string, { challenge: string; redirect: string }>()
    const tokens = tokenServer()
    let pages = 0
    /** Answers of the list that go wrong: a status, or something that is not as documented. */
    const faults: Array<"limited" | "broken" | "surprise" | "expired"> = []
    let surprised = false

    const isCode = (form: URLSearchParams) => {
      const code = codes.get(form.get("code") ?? "")
      codes.delete(form.get("code") ?? "")
      const committed = createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url")
      return code !== undefined && code.challenge === committed && code.redirect === form.get("redirect_uri")
    }

    const server = yield* providerServer((asked) => {
      const { path, query } = asked
      const answered = tokens.answer(asked, { error: { code: 401, status: "UNAUTHENTICATED", message: "Invalid credentials." } }, isCode)
      if (answered !== undefined) return answered
      if (path === "/v1/people/me") return answer(200, { resourceName: "people/me", names: [{ displayName: "Olga" }], emailAddresses: [{ value: "olga@there.example" }] })
      if (path !== "/v1/people/me/connections") return answer(404, { error: { code: 404, status: "NOT_FOUND", message: "No." } })
      const fault = faults.shift()
      if (fault === "limited") return { ...answer(429, { error: { status: "RESOURCE_EXHAUSTED", message: "Quota exceeded." } }), headers: { "content-type": "application/json", "retry-after": "3" } }
      if (fault === "broken") return { status: 500, headers: { "content-type": "text/html" }, body: "<h1>Error</h1>" }
      if (fault === "expired") {
        tokens.end()
        return answer(401, { error: { code: 401, status: "UNAUTHENTICATED", message: "Token expired." } })
      }
      if (fault === "surprise") surprised = true
      pages++
      const since = Number(query.get("syncToken") ?? 0)
      if (query.has("syncToken") && since < 0) return answer(400, { error: { status: "FAILED_PRECONDITION", message: "Sync token is expired.", details: [{ reason: "EXPIRED_SYNC_TOKEN" }] } })
      const all = [...people].filter(([, { changed, deleted }]) => changed > since && (since > 0 || !deleted))
      const from = Number(query.get("pageToken") ?? 0)
      const size = Number(query.get("pageSize"))
      const some = all.slice(from, from + size).map(([resourceName, { deleted, email, given }]): object => deleted
        ? { resourceName, metadata: { deleted: true } }
        : { resourceName, names: [{ givenName: given, familyName: "There" }], emailAddresses: [{ value: email }] })
      if (surprised) {
        surprised = false
        some[0] = { resourceName: "people/odd", names: "nobody" }
      }
      return answer(200, {
        connections: some, totalItems: all.length,
        ...from + size < all.length ? { nextPageToken: String(from + size) } : { nextSyncToken: String(clock) }
      })
    })

    return {
      ...server, tokens, people, faults,
      pages: () => pages,
      /** What the person's browser brings back, who agrees at this address. */
      agree: (address: string) => {
        const asked = new URL(address).searchParams
        if (asked.get("code_challenge_method") !== "S256" || asked.get("client_id") !== APP.client_id) throw new Error("asked otherwise")
        const code = randomUUID()
        codes.set(code, { challenge: asked.get("code_challenge")!, redirect: asked.get("redirect_uri")! })
        return `${new URL(asked.get("redirect_uri")!).pathname}?${new URLSearchParams({ state: asked.get("state")!, code, scope: "contacts", iss: "https://accounts.google.com" })}`
      },
      change: (id: string, more: Partial<Someone>) => people.set(id, { ...people.get(id)!, ...more, changed: ++clock }),
      add: (id: string, given: string, email: string) => people.set(id, { given, email, changed: ++clock })
    }
  })
