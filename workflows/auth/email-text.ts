import { type EmailOrigin } from "../messages/origin.ts"
import { rendered, type Rendered } from "../messages/render.ts"
import { installation } from "../messages/template.ts"
import invitation from "../messages/templates/invitation.ts"
import known from "../messages/templates/known.ts"
import password_changed from "../messages/templates/password-changed.ts"
import reset from "../messages/templates/reset.ts"
import two_factors_off from "../messages/templates/two-factors-off.ts"
import unfinished from "../messages/templates/unfinished.ts"
import verify from "../messages/templates/verify.ts"

const templates = { verify, unfinished, known, reset, password_changed, two_factors_off, invitation }

type Data<Kind extends keyof typeof templates> = typeof templates[Kind]["data"]["Type"]

/** What an e-mail about an account is about, without who asked for it. A `link` holds its token. */
export type EmailContent = {
  readonly [Kind in keyof typeof templates]: { readonly kind: Kind } & Omit<Data<Kind>, keyof EmailOrigin>
}[keyof typeof templates]

/** An e-mail in words, plain and as HTML. */
export const written = ({ kind, ...data }: EmailContent, origin: EmailOrigin): Rendered =>
  rendered(templates[kind].content({ ...data, ...origin } as never, installation), installation)
