import type { Kind } from "./checks.ts"
import { lastNames } from "./names.ts"
import type { Seeded } from "./seed.ts"

export interface Scenario {
  readonly name: string
  readonly status: number
  readonly kind: Kind
  /** Which of our servers: `ours` counts requests and refuses none, `limited` refuses all but a few a minute. */
  readonly server: "ours" | "limited"
  readonly ours: ReadonlyArray<string>
  readonly theirs: ReadonlyArray<string>
  /** Least share of Fastify's requests a second; `undefined` for a figure without a goal. */
  readonly goal: number | undefined
  readonly strays: number
  readonly writes: boolean
}

const path = "/api/v1/crm/contacts"

const get = (path: string, key: string) =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nAccept: application/json\r\n\r\n`

const newcomer = JSON.stringify({
  first_name: "Grace",
  last_name: "Hopper",
  email: "grace.{number}@navy.example",
  phone: "+12025550123",
  company_name: "Northwind Ltd",
  tags: ["newsletter", "vip"],
  notes: "Met at the spring fair; asked for an offer by the end of the quarter.",
  source: "web form"
})

const post = (key: string) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
  `Idempotency-Key: bench-{number}\r\nContent-Length: ${newcomer.replace("{number}", "000000000").length}\r\n\r\n${newcomer}`

/** Every 391st contact: coprime to the usual counts, so that the pages touched are spread. */
const ids = ({ contacts, firstId }: Seeded) =>
  Array.from({ length: Math.min(1_000, contacts) }, (_, n) => firstId + (n * 391) % contacts)

const plain = { status: 200, server: "ours", strays: 0, writes: false } as const

/** In this order: writes last, so that reads find the hundred thousand that were made. `stranger` is a key nobody has. */
export const scenariosOf = (seeded: Seeded, stranger: string): ReadonlyArray<Scenario> => {
  const { key } = seeded
  const both = (requests: ReadonlyArray<string>) => ({ ours: requests, theirs: requests })
  const list = [get(`${path}?limit=50`, key)]
  const searches = lastNames.filter((_, n) => n % 30 === 7).map((name) => get(`${path}?limit=50&search=${name.toLowerCase()}`, key))
  return [
    { name: "list", ...plain, kind: "page", ...both(list), goal: 1 },
    { name: "list-count", ...plain, kind: "page", ours: list, theirs: [get("/counted/contacts?limit=50", key)], goal: undefined },
    { name: "search", ...plain, kind: "page", ...both(searches), goal: undefined },
    { name: "get", ...plain, kind: "contact", ...both(ids(seeded).map((id) => get(`${path}/${id}`, key))), goal: 0.9 },
    { name: "401", ...plain, status: 401, kind: "unauthorized", ...both([get(path, stranger)]), goal: 0.4 },
    {
      name: "429", ...plain, status: 429, kind: "limited", server: "limited", strays: 2,
      ours: [get(path, key)], theirs: [get("/limited/contacts", key)], goal: 0.4
    },
    { name: "create", ...plain, status: 201, kind: "contact", ...both([post(key)]), goal: 0.5, writes: true }
  ]
}
