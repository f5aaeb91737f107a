import { Schema } from "effect"
import { Text } from "#schemas/kernel/text"

/** What a person may be made to wait for by the hash of an endless text (NIST SP 800-63B asks for at least 64). */
const MOST = 256
const LEAST = 10

/** A password as it is shown to sign in: any text, since what was once allowed must stay usable. */
export const Password = Text.check(Schema.isMinLength(1), Schema.isMaxLength(MOST)).annotate({
  examples: ["correct horse battery staple"]
})

/** A password that is to be kept: 10 to 256 characters, no common one. No kinds of characters are asked for (NIST SP 800-63B). */
export const NewPassword = Text.check(
  Schema.isMinLength(LEAST),
  Schema.isMaxLength(MOST)
).annotate({
  description: `${LEAST} to ${MOST} characters. Common passwords, and those that hold the address or the name, are refused.`,
  examples: ["correct horse battery staple"]
})

/** Six digits of an authenticator app, or a recovery code. */
export const Code = Text.check(Schema.isMinLength(6), Schema.isMaxLength(40)).annotate({
  description: "Six digits of the authenticator app, or one of the recovery codes.",
  examples: ["492039"]
})

/** The token of a link in an e-mail: 256 random bits. One that is not whole is refused like one that is not known. */
export const MailToken = Text.check(Schema.isMinLength(1), Schema.isMaxLength(200)).annotate({
  description: "As it stands in the link.",
  examples: ["q2yX0bqV2Jm3b8u4kN1oWc5tR7eZ9aLhYfGdSpQiUvM"]
})
