import { Schema } from "effect"

/** 13 to 19 digits, as they are written on a card: with spaces or dashes between them, or none. */
const candidates = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g

/** The check digit of ISO/IEC 7812, which ten numbers of a hundred have by chance. */
const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 0 ? digit : 2 * digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Whether a text holds what may be the number of a payment card. */
export const holdsCardNumber = (text: string): boolean =>
  (text.match(candidates) ?? []).some((found) => passesLuhn(found.replaceAll(/\D/g, "")))

/** Refuses text that holds what may be the number of a card: those go to the payment provider only. */
export const noCardNumber = Schema.makeFilter((text: string) =>
  holdsCardNumber(text) ? "It looks like the number of a card, which only the payment provider may be sent" : undefined)
