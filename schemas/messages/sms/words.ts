const own: Readonly<Record<string, string>> = { ł: "l", ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d", ı: "i" }

/** A text in lower case, without accents and signs, its words parted by one space, so that words of many languages compare. */
export const plainWords = (text: string): string =>
  text.normalize("NFKD").toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[łøæœßđı]/g, (letter) => own[letter]!)
    .replace(/n['’ʼ`]t\b/g, "nt")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
