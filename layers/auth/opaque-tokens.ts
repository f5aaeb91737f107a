import { random } from "./api-keys.ts"

/** 256 random bits as they are written into links, cookies and tokens. */
export const newToken = (): string => Buffer.from(random(32)).toString("base64url")

/** Whether a text could be such a token; anything else is refused without a query. */
export const isTokenShaped = (text: string): boolean => /^[\w-]{43}$/.test(text)
