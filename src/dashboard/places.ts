/** Where the pages are. */
export const places = {
  overview: "/dashboard",
  signIn: "/dashboard/sign-in",
  signOut: "/dashboard/sign-out",
  consents: "/dashboard/consents",
  receipts: "/dashboard/receipts",
  runs: "/dashboard/runs",
  webhooks: "/dashboard/webhooks",
  style: "/dashboard/style.css",
  icon: "/dashboard/icon.svg"
} as const

/** What was done in one session. */
export const sessionAt = (session: string): string => `${places.receipts}?${new URLSearchParams({ session })}`

const own = /^\/dashboard(?:[/?][\w/?&=.%+~-]*)?$/u

/** An address of ours to go on to; anything else leads to the overview. */
export const onwards = (to: string | null | undefined): string => {
  const isOurs = typeof to === "string" && own.test(to) && !to.startsWith(places.signIn) && !to.startsWith(places.signOut)
  return isOurs ? to : places.overview
}
