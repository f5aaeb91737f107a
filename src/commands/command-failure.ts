import { Schema } from "effect"

/** What a command was asked for cannot be had. `message` is one sentence that a person can act on; it never holds the key. */
export class CommandFailure extends Schema.TaggedError<CommandFailure>()("CommandFailure", { message: Schema.String }) {}
