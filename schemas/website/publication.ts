import { Schema } from "effect"
import { field } from "#schemas/kernel/entity"
import { Instant, Timestamp } from "#schemas/kernel/time"

const time = (description: string) => field.readOnly(Schema.NullOr(Timestamp).annotate({ description }))
const number = (description: string) => field.readOnly(Schema.NullOr(Schema.Int).annotate({ description, examples: [3] }))

export const PublicationStatus = Schema.Literals(["draft", "scheduled", "published", "unpublished"]).annotate({
  description: "`draft`: visitors never saw it. `scheduled`: they do not see it, and will at `publish_at`. `published`: they see a revision of it, whatever is " +
    "scheduled. `unpublished`: they saw it once.",
  examples: ["published"]
})

/** How a page or a post stands between its draft and what visitors see. */
export const publicationFields = {
  status: field.readOnly(PublicationStatus),
  revision: field.readOnly(Schema.Int.annotate({ description: "The newest revision: the draft.", examples: [4] })),
  published_revision: number("The revision that visitors see."),
  published_at: time("Since when visitors see that revision."),
  first_published_at: time("When visitors first saw any."),
  publish_at: time("When `publish_revision` goes public; `null` where nothing is scheduled."),
  publish_revision: number("The revision that is scheduled. Later changes do not go out with it."),
  unpublish_at: time("When it is taken off; `null` where that is not scheduled."),
  problem: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "Why it did not go public when it was to; `null` where nothing was in the way.", examples: [null]
  }))
}

const canceled = (description: string) => Schema.optionalKey(Schema.Null.annotate({ description, examples: [null] }))

/** What changes of a page or post can call off. */
export const scheduleChanges = {
  publish_at: canceled("`null` calls off the publication that is scheduled."),
  unpublish_at: canceled("`null` calls off that it is taken off."),
  note: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(500)).annotate({
    description: "What the change is about, for those who read the list of revisions.", examples: ["New opening hours"]
  }))
}

export const Publication = Schema.Struct({
  publish_at: Schema.optionalKey(Instant.annotate({
    description: "When it goes public, to the second; at once if left out. It cannot be in the past.", examples: ["2030-01-07T08:00:00Z"]
  })),
  revision: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0)).annotate({
    description: "The revision that goes public; the newest if left out.", examples: [1]
  }))
}).annotate({ identifier: "Publication", examples: [{}] })
export type Publication = typeof Publication.Type

export const Withdrawal = Schema.Struct({
  unpublish_at: Schema.optionalKey(Instant.annotate({
    description: "When visitors do not see it any more; at once if left out. It cannot be in the past.", examples: ["2030-02-07T08:00:00Z"]
  }))
}).annotate({ identifier: "Unpublication", examples: [{}] })
export type Withdrawal = typeof Withdrawal.Type

const RedirectTarget = Schema.String.check(
  Schema.isMaxLength(2_000),
  Schema.isPattern(/^(?:\/(?![/\\])|https:\/\/)[^\s\\]*$/u, { expected: "a path of the site like /about-us, or an https address" })
)

/** What is left at the address of something deleted. */
export const leftBehind = {
  redirect_to: Schema.optionalKey(RedirectTarget.annotate({
    description: "Where visitors of its address are sent: a path of the site or an https address. If left out, they are told that it is gone (410).",
    examples: ["/"]
  }))
}
