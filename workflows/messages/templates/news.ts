import { template } from "../template.ts"
import { contentOfWords, Words } from "../words.ts"

/** What customers did not ask for, and can opt out of. */
export default template({
  name: "news",
  transactional: false,
  data: Words,
  example: {
    subject: "New this autumn",
    paragraphs: ["We are open on Sundays from October.", "See you soon!"],
    button: { label: "See what is new", to: "https://juniper.example/news" }
  },
  content: contentOfWords
})
