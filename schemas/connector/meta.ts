/** What a call of a tool may say of itself in `_meta`, where a request of the API has headers. */
export const callMeta = {
  /** `Idempotency-Key`. */
  idempotencyKey: "io.service/idempotencyKey",
  /** `If-Match`. */
  ifMatch: "io.service/ifMatch",
  /** `X-Service-Session`, which groups receipts; without it the session of the protocol does, where there is one. */
  session: "io.service/session",
  /** `X-Service-Confirmation`, where a person handed one over. */
  confirmation: "io.service/confirmation",
  /** The media type of the argument `body`, where a tool takes a file. */
  contentType: "io.service/contentType"
} as const

/** What is said of an answer in its `_meta`. */
export const answerMeta = {
  requestId: "io.service/requestId",
  /** Of the record, for `ifMatch`. */
  etag: "io.service/etag",
  /** The call was made before under its key, and this is its answer. */
  replayed: "io.service/idempotentReplayed"
} as const
