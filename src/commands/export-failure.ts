import { Schema } from "effect"

/** The list cannot be had. `message` is one sentence that a person can act on; it never holds the key. */
export class ExportFailure extends Schema.TaggedError<ExportFailure>()("ExportFailure", { message: Schema.String }) {}
