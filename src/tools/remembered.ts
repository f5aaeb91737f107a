import type { Editions } from "#layers/pack/editions"
import type { Answered } from "./language.ts"

const MOST_ANSWERS = 4_096
const MOST_CHARACTERS = 8_388_608
const LONGEST_QUESTION = 2_048

/** Answers that hold until what is published changes, by the very text of the question; the oldest make room. */
const make = (editions: Editions["Service"]) => {
  const answers = new Map<string, Answered>()
  let edition = editions.current()
  let characters = 0
  const clear = () => {
    answers.clear()
    characters = 0
    edition = editions.current()
  }
  return {
    recall: (question: string): Answered | undefined => {
      if (edition !== editions.current()) clear()
      return answers.get(question)
    },
    /** `asked` is the edition when the question came: what was published meanwhile may be told differently. */
    keep: (question: string, answer: Answered, asked: number): void => {
      if (!answer.lasting || asked !== editions.current() || question.length > LONGEST_QUESTION || answers.has(question)) return
      if (edition !== asked) clear()
      answers.set(question, answer)
      characters += question.length + answer.body.length
      for (const [oldest, { body }] of answers) {
        if (answers.size <= MOST_ANSWERS && characters <= MOST_CHARACTERS) break
        answers.delete(oldest)
        characters -= oldest.length + body.length
      }
    }
  }
}

export const Remembered = { make }
