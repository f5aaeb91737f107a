import { Schema } from "effect"

/** The service cannot start. `message` is one sentence that a person can act on; it never holds a secret. */
export class StartFailure extends Schema.TaggedError<StartFailure>()("StartFailure", {
  message: Schema.String
}) {}
