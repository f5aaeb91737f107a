import { UNSUBSCRIBE } from "#workflows/messages/unsubscribe"

/** The paths of the public pages. */
export const CONTACT = "/contact"
/** The same as documents name it; `/` is where a document came from. */
export const contactAt = (name: string, origin: string) => ({ name, url: (origin === "/" ? "" : origin) + CONTACT })
export const REFERRAL = "/r/:code"
export const UNSUBSCRIBE_LINK = `${UNSUBSCRIBE}/:token`
