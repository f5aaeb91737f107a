/** A name as people compare it: without case and punctuation. What is told apart only by these is told apart by nobody. */
export const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()
