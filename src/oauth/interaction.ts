/** Where a request of a client waits for a person. */
export const CONNECT = "/dashboard/connect"

export const pathOf = (uid: string): string => `${CONNECT}/${uid}`

/**
 * What the authorization server keeps in a browser: that it began a request, that it may be sent back with its answer, and which
 * clients somebody connected in it.
 */
export const COOKIES = { session: "oauth-session", interaction: "oauth-request", resume: "oauth-answer", connected: "oauth-connected" } as const
