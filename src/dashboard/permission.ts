import { Effect } from "effect"
import { operations } from "#schemas/operations"
import { forbidden } from "#schemas/kernel/admission"
import { Visit } from "./gate.ts"
import { html, type Node } from "./html.ts"

/** What acts, or, where the key may not, why not: asked of the same gate that would refuse it. */
export const permitted = (verb: string, form: () => Node): Effect.Effect<Node, never, Visit> =>
  Effect.map(Visit, ({ session }) => {
    const no = forbidden(session.caller, operations.get(verb)!)
    return no === undefined ? form() : html`<p class="faint">${no.message}</p>`
  })
