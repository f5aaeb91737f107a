import { RequestTarget, requestTarget } from "../http/request-target.ts"

/** Where the pages are. */
export const places = {
  overview: "/dashboard",
  signIn: "/dashboard/sign-in",
  code: "/dashboard/sign-in/code",
  signOut: "/dashboard/sign-out",
  signUp: "/dashboard/sign-up",
  verify: "/dashboard/verify",
  forgot: "/dashboard/forgot",
  reset: "/dashboard/reset",
  invitation: "/dashboard/invitation",
  companies: "/dashboard/companies",
  consents: "/dashboard/consents",
  receipts: "/dashboard/receipts",
  runs: "/dashboard/runs",
  webhooks: "/dashboard/webhooks",
  account: "/dashboard/account",
  password: "/dashboard/account/password",
  twoFactor: "/dashboard/account/two-factor",
  members: "/dashboard/members",
  keys: "/dashboard/keys",
  clients: "/dashboard/clients",
  audit: "/dashboard/audit",
  style: "/dashboard/style.css",
  icon: "/dashboard/icon.svg"
} as const

/** What was done in one session. */
export const sessionAt = (session: string): string => `${places.receipts}?${new URLSearchParams({ session })}`

/** Where one goes to become somebody, which is no place to go on to. */
const doors = [places.signIn, places.signOut, places.signUp, places.verify, places.forgot, places.reset]

const isAtOrBelow = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`)

/** An address of ours to go on to, as a request for it would be read; anything else leads to the overview. */
export const onwards = (to: string | null | undefined): string => {
  const target = requestTarget(to ?? "")
  if (!(target instanceof RequestTarget)) return places.overview
  const { href, path } = target
  return isAtOrBelow(path, places.overview) && !doors.some((door) => isAtOrBelow(path, door)) ? href : places.overview
}

/** The same place, with where to go on to afterwards. */
export const leadingTo = (place: string, to: string): string =>
  to === places.overview ? place : `${place}?${new URLSearchParams({ to })}`
