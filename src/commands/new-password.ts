import { randomBytes } from "node:crypto"

/** 144 bits, in letters that survive copying. */
export const newPassword = () => randomBytes(18).toString("base64url")
