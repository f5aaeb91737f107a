import type { Editions } from "#layers/pack/editions"
import type { Prepared } from "./encodings.ts"

const MOST_ANSWERS = 4_096
const MOST_BYTES = 8_388_608
const LONGEST_QUESTION = 2_048

/** Answers that hold until what is published changes, by the very text of the question; the oldest make room. */
const make = (editions: Editions["Service"]) => {
  const answers = new Map<string, Prepared>()
  let edition = editions.current()
  let bytes = 0
  const clear = () => {
    answers.clear()
    bytes = 0
    edition = editions.current()
  }
  return {
    recall: (question: string): Prepared | undefined => {
      if (edition !== editions.current()) clear()
      return answers.get(question)
    },
    /** `asked` is the edition when the question came: what was published meanwhile may be told differently. */
    keep: (question: string, answer: Prepared, asked: number): void => {
      if (asked !== editions.current() || question.length > LONGEST_QUESTION || answers.has(question)) return
      if (edition !== asked) clear()
      answers.set(question, answer)
      bytes += question.length + answer.text.length
      for (const [oldest, { text }] of answers) {
        if (answers.size <= MOST_ANSWERS && bytes <= MOST_BYTES) break
        answers.delete(oldest)
        bytes -= oldest.length + text.length
      }
    }
  }
}

export const Remembered = { make }
