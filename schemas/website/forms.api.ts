import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { openToVisitors, visitedHost } from "#schemas/kernel/visited"
import { form, Form, NewForm } from "./form.ts"
import { formAnswer, FormAnswer, FormSent, NewFormAnswer } from "./form-answer.ts"
import { FormId } from "./ids.ts"

export const list_forms = operation.list("list_forms", "/forms", Form, {
  ...form.list,
  summary: "List forms",
  description: "What visitors of the site can be asked. A page shows one by a block of type `form`.",
  access: "cms:read"
})

export const get_form = operation.get("get_form", "/forms/:id", Form, {
  summary: "Get a form",
  description: "What it asks, and what becomes of the answers.",
  access: "cms:read"
})

export const create_form = operation.create("create_form", "/forms", NewForm, Form, {
  summary: "Create a form",
  description: "Answers become contacts, matched by their e-mail address, with a note on their timeline; it can tag them, tell the company by e-mail, and " +
    "make a task. People are asked no riddles: what programs send is told by other signs.",
  access: "cms:write"
})

export const update_form = operation.update("update_form", "/forms/:id", form.change, Form, {
  access: "cms:write", summary: "Change a form",
  description: "Changes the fields that are sent and leaves the others. Answers that were sent keep the questions that they answered."
})

export const delete_form = operation.remove("delete_form", "/forms/:id", Form, {
  errors: [Conflict],
  summary: "Delete a form",
  description: "Visitors cannot send it any more, and pages leave it out. One that was answered is a conflict: set `active` to false instead.",
  access: "cms:write",
  requiresConsent: true,
  undo: "nothing"
})

export const list_form_answers = operation.list("list_form_answers", "/forms/:id/answers", FormAnswer, {
  ...formAnswer.list,
  params: { id: FormId },
  summary: "List a form's answers",
  description: "What visitors sent by it, spam among it unless `spam` is false. Live and test keys see their own.",
  access: "cms:read"
})

export const submit_form = operation.create("submit_form", "/pages/public/forms/:id", NewFormAnswer, FormSent, {
  ...openToVisitors,
  params: { id: FormId },
  query: visitedHost,
  errors: [NotFound, Conflict],
  summary: "Send a form as a visitor",
  description: "Sends the answers to a form's questions. Whoever sends it reads the same, whether it is taken for spam or not."
})
