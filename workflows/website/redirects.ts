import { Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Redirects, type RedirectWritten } from "#layers/website/redirects"
import { SiteVersion } from "#layers/website/site-version"
import type { Input } from "#schemas/kernel/catalog"
import { type Detail, ValidationError } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { plainPath } from "#schemas/website/address"
import { ledTo, MOST_REDIRECTS, type NewRedirect, redirectsBy } from "#schemas/website/redirect"
import type * as api from "#schemas/website/redirects.api"
import { refuse } from "../payments/costs.ts"

export const list_redirects = (query: Input<typeof api.list_redirects>) => Redirects.use((redirects) => redirects.page(query))

/** As many hops are told of a chain. */
const MOST_HOPS = 20

/** As many of those that are wrong are named. */
const MOST_NAMED = 20

const written = ({ from, match, permanent, to }: NewRedirect): RedirectWritten => ({
  from: plainPath(from), match, to: to?.startsWith("/") === true ? plainPath(to) : to, status: to === null ? 410 : permanent ? 301 : 302
})

const keyOf = ({ from, match }: Pick<RedirectWritten, "from" | "match">) => `${match} ${from}`

/** Where whoever comes to `from` gets by these redirects, each address in turn; whether they come back, or further down without end. */
const wayOf = (from: string, find: (path: string) => RedirectWritten | undefined) => {
  const way = [from]
  const taken = new Set<RedirectWritten>()
  for (let path: string | null = from; path !== null && way.length <= MOST_HOPS;) {
    const next: RedirectWritten | undefined = path.startsWith("/") ? find(path) : undefined
    if (next === undefined) break
    path = ledTo(next, path)
    if (path === null) break
    const again = way.includes(path) || taken.has(next)
    way.push(path)
    if (again) return { way, loops: true }
    taken.add(next)
  }
  return { way, loops: false }
}

/** What is wrong with the redirects that are sent, beside those that stay. */
const faultsOf = (sent: ReadonlyArray<RedirectWritten>, staying: ReadonlyArray<RedirectWritten>) => {
  const find = redirectsBy([...staying, ...sent])
  const seen = new Set<string>()
  return sent.flatMap((one, n): ReadonlyArray<Detail> => {
    const fault = (field: "from" | "to", error: string) => [{ field: `redirects[${n}].${field}`, error, received: one[field] }]
    if (seen.has(keyOf(one))) return fault("from", "there is another redirect of this address")
    seen.add(keyOf(one))
    /* Of a prefix also what is below it may come back. */
    for (const from of one.match === "prefix" ? [one.from, `${one.from === "/" ? "" : one.from}/page`] : [one.from]) {
      const { loops, way } = wayOf(from, find)
      if (loops) return fault("to", `it leads in a circle: ${way.join(" → ")}`)
      if (way.length > 2) return fault("to", `it leads to another redirect: ${way.join(" → ")}; send visitors to ${way.at(-1)} at once`)
    }
    return []
  }).slice(0, MOST_NAMED)
}

/** What a receipt tells of it; how often it was followed is no change of anybody's. */
const summary = ({ from, match, status, to }: RedirectWritten) => ({ from, match, status, to })

export const set_redirects = Effect.fnUntraced(function*({ redirects: asked }: Input<typeof api.set_redirects>) {
  const redirects = yield* Redirects
  const { company_id } = yield* Caller
  yield* redirects.hold
  const sent = asked.map(written)
  const before = yield* redirects.all
  const replaced = new Set(sent.map(keyOf))
  const staying = before.filter((one) => one.made_by === "service" && !replaced.has(keyOf(one)))
  if (staying.length + sent.length > MOST_REDIRECTS) {
    return yield* refuse("redirects", `with the ${staying.length} that the service made there would be more than ${MOST_REDIRECTS}`, sent.length)
  }
  const details = faultsOf(sent, staying)
  if (details.length > 0) return yield* new ValidationError({ message: details.map(({ error, field }) => `${field}: ${error}`).join("; "), details })
  const after = (yield* redirects.replace(sent)).filter(({ made_by }) => made_by === "company")
  yield* recordChange({
    object: "redirects", id: company_id,
    before: { redirects: before.filter(({ made_by }) => made_by === "company").map(summary) }, after: { redirects: after.map(summary) }
  })
  yield* SiteVersion.use(({ touch }) => touch)
  return { redirects: after, kept: staying.length }
})
