import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field } from "#schemas/kernel/entity"
import { Timestamp } from "#schemas/kernel/time"
import { SitePath, SiteTarget } from "./address.ts"
import { RedirectId } from "./ids.ts"

/** As many redirects a company may have. */
export const MOST_REDIRECTS = 5_000

const Match = Schema.Literals(["exact", "prefix"]).annotate({
  description: "`exact`: this path alone. `prefix`: it and all below it, whose rest is put behind `to`.", examples: ["exact"]
})
const Status = Schema.Literals([301, 302, 410])
const MadeBy = Schema.Literals(["company", "service"]).annotate({
  description: "`service`: made when a page of this address moved or was deleted.", examples: ["company"]
})

/** Where visitors are sent who come to an address that was. */
export const redirect = entity("Redirect", {
  id: field.readOnly(RedirectId),
  from: field.readOnly(Schema.String.annotate({ examples: ["/old-prices"] })),
  match: field.readOnly(Match),
  to: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "Null: what was there is gone (410).", examples: ["/prices"] })),
  status: field.readOnly(Status.annotate({ examples: [301] })),
  made_by: field.readOnly(MadeBy),
  hits: field.readOnly(Schema.Int.annotate({ description: "How often it was followed; counted every minute.", examples: [17] })),
  last_hit_at: field.readOnly(Schema.NullOr(Timestamp)),
  created_at: field.readOnly(Timestamp)
}, {
  label: ({ from }) => from,
  filters: { made_by: MadeBy },
  sort: ["id", "from", "hits"]
})
export const Redirect = redirect.read
export type Redirect = typeof Redirect.Type

const NewRedirect = Schema.Struct({
  from: SitePath.annotate({ description: "A path of the site, where no page is.", examples: ["/old-prices"] }),
  match: defaulted(Match, "exact"),
  to: defaulted(Schema.NullOr(SiteTarget).annotate({
    description: "A path of the site or an https address; null if what was there is gone, which is answered with 410.", examples: ["/prices"]
  }), null),
  permanent: defaulted(Schema.Boolean.annotate({ description: "301, which browsers and search engines remember; otherwise 302.", examples: [true] }), true)
}).annotate({ identifier: "NewRedirect", examples: [{ from: "/old-prices", match: "exact", to: "/prices", permanent: true }] })
export type NewRedirect = typeof NewRedirect.Type

export const NewRedirects = Schema.Struct({
  redirects: Schema.Array(NewRedirect).check(Schema.isMaxLength(MOST_REDIRECTS)).annotate({
    description: "All that the company sets, at most 5,000.", examples: [[{ from: "/old-prices", match: "exact", to: "/prices", permanent: true }]]
  })
}).annotate({ identifier: "NewRedirects" })

export const Redirects = Schema.Struct({
  redirects: Schema.Array(Redirect).annotate({ description: "Those that the company set." }),
  kept: Schema.Int.annotate({ description: "How many the service made stay beside them; `list_redirects` tells them.", examples: [2] })
}).annotate({ identifier: "Redirects" })

interface Leading {
  readonly from: string
  readonly match: "exact" | "prefix"
  readonly to: string | null
}

const isBelow = (path: string, from: string) => from === "/" || path.startsWith(`${from}/`)

/** Whether a redirect is of a path, which is in the form of `plainPath`. */
const holds = (path: string, { from, match }: Leading) => path === from || match === "prefix" && isBelow(path, from)

/** How the redirects of a site are looked up: that of the path itself, else that of the longest prefix. */
export const redirectsBy = <R extends Leading>(redirects: ReadonlyArray<R>) => {
  const exact = new Map(redirects.filter(({ match }) => match === "exact").map((one) => [one.from, one]))
  const prefixes = new Map(redirects.filter(({ match }) => match === "prefix").map((one) => [one.from, one]))
  return (path: string): R | undefined => {
    const own = exact.get(path) ?? prefixes.get(path)
    if (own !== undefined) return own
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const above = prefixes.get(path.slice(0, end))
      if (above !== undefined) return above
    }
    return path === "/" ? undefined : prefixes.get("/")
  }
}

/** Where a redirect leads somebody who came to `path`: what is below a prefix stays behind the new one. */
export const ledTo = ({ from, match, to }: Leading, path: string): string | null => {
  if (to === null || match === "exact" || path === from || !holds(path, { from, match, to })) return to
  const rest = path.slice(from === "/" ? 0 : from.length)
  return `${to === "/" ? "" : to.replace(/\/$/u, "")}${rest}`
}
