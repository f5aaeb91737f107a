import { template } from "../template.ts"
import { contentOfWords, Words } from "../words.ts"

/** Something that a customer has to know of what they did with the company, in its own words. */
export default template({
  name: "notice",
  transactional: true,
  data: Words,
  example: {
    subject: "Your repair is done",
    heading: "Your repair is done",
    paragraphs: ["The bicycle stands ready.\nCome by when it suits you.", "Thank you for your patience."],
    facts: [["Order", "1042"], ["Open until", "18:00"]],
    button: { label: "See the order", to: "https://juniper.example/orders/1042" }
  },
  content: contentOfWords
})
