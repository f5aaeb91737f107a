import { random } from "../auth/api-keys.ts"

/** Nothing that is taken for something else when it is read aloud or copied by hand, and no vowels, which make words. */
const alphabet = "34679CDFGHJKMNPQRTVWX"
const LENGTH = 8
/** Bytes from here on would make the first letters likelier. */
const FAIR = Math.floor(256 / alphabet.length) * alphabet.length

/** A short code, of some forty thousand million. */
export const newCode = (): string => {
  let code = ""
  while (code.length < LENGTH) {
    for (const byte of random(LENGTH * 2)) if (byte < FAIR && code.length < LENGTH) code += alphabet[byte % alphabet.length]
  }
  return code
}

const shape = new RegExp(`^[${alphabet}]{${LENGTH}}$`, "u")

/** A code as it may have been typed; `undefined` for what cannot be one. */
export const readCode = (text: string | null | undefined): string | undefined => {
  const code = text?.trim().toUpperCase()
  return code !== undefined && shape.test(code) ? code : undefined
}
