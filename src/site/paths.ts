import { UNSUBSCRIBE } from "#workflows/messages/unsubscribe"

/** The paths of the public pages. */
export const CONTACT = "/contact"
export const REFERRAL = "/r/:code"
export const UNSUBSCRIBE_LINK = `${UNSUBSCRIBE}/:token`
