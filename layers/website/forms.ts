import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Conflict } from "#schemas/kernel/errors"
import { form, type Form } from "#schemas/website/form"
import { formAnswer } from "#schemas/website/form-answer"
import type { FormId } from "#schemas/website/ids"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { execute, exists } from "../kernel/sql.ts"

/** What visitors of the caller's company are asked; both modes share the forms. */
export class Forms extends Context.Service<Forms>()("layers/website/Forms", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const forms = yield* repository(form, { sort: { name: { column: "name", type: "text" } } })
    const { inTenant } = forms.sql
    return {
      ...forms,
      /** Those of these ids that can be sent. */
      shown: (ids: ReadonlyArray<FormId>) =>
        Effect.orDie(sql<Form>`select ${forms.sql.columns} from forms where ${inTenant} and active and id = any(${[...ids]}::bigint[])`),
      delete: Effect.fnUntraced(function*(before: Form) {
        if (yield* exists(sql`select from form_answers where ${inTenant} and form_id = ${before.id} limit 1`)) {
          return yield* new Conflict({ message: "Visitors have sent this form: set `active` to false, so that its answers stay." })
        }
        yield* execute(sql`delete from forms where ${inTenant} and id = ${before.id}`)
        yield* recordChange({ object: "form", id: before.id, before, after: null })
        return before
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Forms, Forms.make)
}

/** What visitors sent the caller's company, in the caller's mode. */
export class FormAnswers extends Context.Service<FormAnswers>()("layers/website/FormAnswers", {
  make: repository(formAnswer, {
    computed: { form_name: "(select f.name from forms f where f.company_id = form_answers.company_id and f.id = form_answers.form_id)" },
    noun: "answer",
    equal: ["form_id"]
  })
}) {
  static readonly layer = Layer.effect(FormAnswers, FormAnswers.make)
}
