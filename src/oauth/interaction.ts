/** Where a request of a client waits for a person. */
export const CONNECT = "/dashboard/connect"

export const placeOf = (uid: string): string => `${CONNECT}/${uid}`

/** What the authorization server keeps in a browser: that it began a request, and may be sent back with its answer. */
export const COOKIES = { session: "oauth-session", interaction: "oauth-request", resume: "oauth-answer" } as const
