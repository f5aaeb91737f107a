import { Schema } from "effect"

/** The largest integer that JSON readers everywhere keep exact (RFC 7493). */
export const MAX_SAFE = 9_007_199_254_740_991

/** A resource id: a positive integer, unique in the installation, meaningless in another company. */
export const Id = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAX_SAFE })).annotate({ examples: [42] })

/** A tenant of the platform. */
export const CompanyId = Id.pipe(Schema.brand("CompanyId"))
export type CompanyId = typeof CompanyId.Type

/** The id of a credential: an API key, a session or a grant; never the secret. */
export const KeyId = Id.pipe(Schema.brand("KeyId"))
export type KeyId = typeof KeyId.Type

/** Somebody who can sign in, whichever companies they belong to. */
export const AccountId = Id.pipe(Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

/** A person of a company: owner, assignee, seller. */
export const UserId = Id.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type
