/** The paths of the public pages. */
export const CONTACT = "/contact"
export const REFERRAL = "/r/:code"
