import { RequestTarget, requestTarget } from "../http/request-target.ts"

/** The paths of the pages. */
export const paths = {
  overview: "/dashboard",
  signIn: "/dashboard/sign-in",
  code: "/dashboard/sign-in/code",
  signOut: "/dashboard/sign-out",
  signUp: "/dashboard/sign-up",
  verify: "/dashboard/verify",
  writtenEmail: "/dashboard/verify/e-mail",
  forgot: "/dashboard/forgot",
  reset: "/dashboard/reset",
  invitation: "/dashboard/invitation",
  companies: "/dashboard/companies",
  company: "/dashboard/company",
  getStarted: "/dashboard/get-started",
  industry: "/dashboard/get-started/industry",
  figures: "/dashboard/figures",
  reports: "/dashboard/analytics",
  dashboards: "/dashboard/analytics/dashboards",
  consents: "/dashboard/consents",
  records: "/dashboard/records",
  pipeline: "/dashboard/pipeline",
  calendar: "/dashboard/calendar",
  receipts: "/dashboard/receipts",
  runs: "/dashboard/runs",
  agents: "/dashboard/agents",
  webhooks: "/dashboard/webhooks",
  emails: "/dashboard/emails",
  emailTemplates: "/dashboard/email-templates",
  texts: "/dashboard/texts",
  campaigns: "/dashboard/campaigns",
  chats: "/dashboard/chats",
  chatSettings: "/dashboard/chat-settings",
  knowledge: "/dashboard/knowledge",
  knowledgeSearch: "/dashboard/knowledge-search",
  integrations: "/dashboard/integrations",
  calls: "/dashboard/calls",
  account: "/dashboard/account",
  password: "/dashboard/account/password",
  twoFactor: "/dashboard/account/two-factor",
  members: "/dashboard/members",
  writtenInvitation: "/dashboard/members/invitations/e-mail",
  keys: "/dashboard/keys",
  clients: "/dashboard/clients",
  audit: "/dashboard/audit",
  design: "/dashboard/design",
  changes: "/dashboard/changes",
  liveScript: "/dashboard/live.js",
  find: "/dashboard/find.js",
  language: "/dashboard/language",
  board: "/dashboard/board.js",
  style: "/dashboard/style.css",
  icon: "/dashboard/icon.svg"
} as const

/** The receipts of one session. */
export const receiptsOf = (session: string): string => `${paths.receipts}?${new URLSearchParams({ session })}`

/** Pages about signing in and out, to which nobody returns. */
const accessPaths = [paths.signIn, paths.signOut, paths.signUp, paths.verify, paths.forgot, paths.reset]

const isWithin = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`)

/** A page of ours to return to, as a request for it would be read; anything else leads to the overview. */
export const returnPath = (to: string | null | undefined): string => {
  const target = requestTarget(to ?? "")
  if (!(target instanceof RequestTarget)) return paths.overview
  const { href, path } = target
  return isWithin(path, paths.overview) && !accessPaths.some((access) => isWithin(path, access)) ? href : paths.overview
}

/** Records that both modes share, by the paths of their pages. */
const shared = /^\/dashboard\/(?:agents|analytics|analytics\/dashboards|keys|knowledge|members)\/\d+(?:\/edit)?$/u

/**
 * What is shown at an address is shown there in the other mode too, except for a record that only one mode has: `list` is where it was found. A list begins
 * anew.
 */
export const inOtherMode = (here: string | undefined, list: string): string => {
  if (here === undefined) return list
  const [path = "", query] = here.split("?")
  if (/\/\d+(?:\/|$)/u.test(path) && !shared.test(path)) return list
  const kept = new URLSearchParams(query)
  kept.delete("cursor")
  kept.delete("done")
  return kept.size === 0 ? path : `${path}?${kept}`
}

/** The same path, with where to return to afterwards. */
export const withReturn = (path: string, to: string): string =>
  to === paths.overview ? path : `${path}?${new URLSearchParams({ to })}`
