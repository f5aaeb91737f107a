/* What the chat says: in the language that its script is told, or that of the page, or of the reader where the page tells none. */

const WORDS = {}

const asked = document.currentScript.dataset.lang || document.documentElement.lang || navigator.language

/** The language that it speaks: English where it knows no other. */
export const language = [asked.toLowerCase().split("-")[0]].find((one) => one in WORDS) ?? "en"

/** A text, with what stands in for the names in braces. */
export const say = (name, values = {}) => WORDS[language][name].replace(/\{([a-z]+)\}/gu, (_, name) => values[name])
