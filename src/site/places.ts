/** Where the pages for visitors are. */
export const CONTACT = "/contact"
export const REFERRAL = "/r/:code"
