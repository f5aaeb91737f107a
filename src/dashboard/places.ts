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

const own = /^\/dashboard(?:[/?][\w/?&=.%+~-]*)?$/u

/** An address of ours to go on to; anything else leads to the overview. */
export const onwards = (to: string | null | undefined): string =>
  to !== null && to !== undefined && own.test(to) && !to.startsWith(places.signIn) && !to.startsWith(places.signOut) ? to : places.overview
