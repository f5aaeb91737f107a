import { Effect } from "effect"
import type { NewAppointment } from "#schemas/calendar/appointment"
import type { Service } from "#schemas/calendar/service"
import { ValidationError } from "#schemas/kernel/errors"

/** Refuses answers to what the service does not ask, and of customers also that a required one is missing. */
export const checkAnswers = Effect.fnUntraced(function*(questions: Service["questions"], answers: NewAppointment["answers"], by: "company" | "customer") {
  const details = [
    ...answers.flatMap(({ label }, n) => questions.some((question) => question.label === label) ? [] : [
      { field: `answers[${n}].label`, error: "the service does not ask this: use a label of its `questions`", received: label }
    ]),
    ...questions.flatMap(({ label, required }) =>
      by === "company" || !required || answers.some((one) => one.label === label && one.answer.trim() !== "") ? [] : [
        { field: "answers", error: `an answer to “${label}” is required`, received: null }
      ])
  ]
  if (details.length > 0) return yield* new ValidationError({ message: `Not all answers fit: ${details.map(({ error }) => error).join("; ")}.`, details })
})
