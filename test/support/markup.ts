import { HtmlValidate } from "html-validate"

const validator = new HtmlValidate({
  extends: ["html-validate:standard", "html-validate:a11y"],
  /* A block of code that scrolls takes the focus, and so needs a role and a name of its own. */
  rules: { "prefer-native-element": ["error", { exclude: ["region"] }] }
})

/** What is wrong with a page, by the standard and for those who do not see it, and where. */
export const markupFaults = (text: string): ReadonlyArray<string> => validator.validateStringSync(text).results.flatMap(({ messages }) =>
  messages.map(({ message, offset, ruleId }) => `${ruleId}: ${message}: ${text.slice(Math.max(0, offset - 80), offset + 120)}`))
