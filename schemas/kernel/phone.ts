import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { parsePhoneNumberFromString } from "libphonenumber-js"
import { Text } from "./text.ts"

const e164 = Schema.String.annotate({ description: "E.164.", examples: ["+12025550123"] })

/**
 * A phone number with its country prefix, kept as E.164. Length and country are checked, not whether the number is in
 * use: the ranges reserved for fiction and tests pass.
 */
export const Phone = Text.check(Schema.isMaxLength(40)).annotate({
  description: "With country prefix; spaces and punctuation are removed.",
  examples: ["+1 202 555 0123"]
}).pipe(
  Schema.decodeTo(
    e164,
    SchemaTransformation.transformEffect({
      decode: (text: string, options) => {
        const phone = parsePhoneNumberFromString(text)
        return phone?.isPossible() === true && phone.ext === undefined
          ? Effect.succeed(phone.number as string)
          : Effect.fail(
            new SchemaIssue.InvalidValue(
              { message: "Expected a phone number with country prefix, like +1 202 555 0123" },
              text,
              options
            )
          )
      },
      encode: (text: string) => Effect.succeed(text)
    })
  )
)
