import { APART_IN_WORDS, SHARED_IN_WORDS } from "#schemas/kernel/modes"

export const sharing = {
  noMoney: "In test mode no money moves, and nothing is sent to anybody.",
  sharedInWords: SHARED_IN_WORDS,
  apartInWords: APART_IN_WORDS
}
