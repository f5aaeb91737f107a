import { Schema } from "effect"
import { Timestamp } from "#schemas/kernel/time"

/** How an account stands with its second factor. */
export const TwoFactor = Schema.Struct({
  on: Schema.Boolean.annotate({ description: "Whether signing in takes a code besides the password." }),
  since: Schema.NullOr(Timestamp),
  recovery_codes_left: Schema.Int.annotate({ description: "How many recovery codes were not used yet.", examples: [10] })
}).annotate({ identifier: "TwoFactor" })
export type TwoFactor = typeof TwoFactor.Type

/** What an authenticator app is given. Shown once. */
export const TwoFactorSetup = Schema.Struct({
  secret: Schema.String.annotate({
    description: "In base32, for apps that read no QR code.",
    examples: ["JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"]
  }),
  uri: Schema.String.annotate({
    description: "What the QR code says: `otpauth://totp/…`; codes of 6 digits, SHA-1, a new one every 30 seconds (RFC 6238).",
    examples: [
      "otpauth://totp/Business%20Platform:grace%40navy.example?issuer=Business%20Platform&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" +
        "&algorithm=SHA1&digits=6&period=30"
    ]
  }),
  qr_svg: Schema.String.annotate({
    description: "The QR code, as an SVG document without scripts or styles.",
    examples: ["<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 57 57\"/>"]
  })
}).annotate({ identifier: "TwoFactorSetup" })
export type TwoFactorSetup = typeof TwoFactorSetup.Type

/** Ways in without the authenticator app, each good once. Only their hashes are kept. */
export const RecoveryCodes = Schema.Struct({
  recovery_codes: Schema.Array(Schema.String.annotate({ examples: ["MFWC-HOMH-OVQX-37G3"] })).annotate({
    description: "Ten, shown this once. Case, spaces and dashes do not matter when they are typed."
  })
}).annotate({ identifier: "RecoveryCodes" })
export type RecoveryCodes = typeof RecoveryCodes.Type

/** Until when a session is believed to be used by its owner. */
export const StepUp = Schema.Struct({
  stepped_up_until: Timestamp
}).annotate({ identifier: "StepUp" })
export type StepUp = typeof StepUp.Type
