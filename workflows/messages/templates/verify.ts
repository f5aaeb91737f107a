import { Schema } from "effect"
import { askedBy, exampleLink, exampleOrigin, linkTo, origin, unasked } from "../origin.ts"
import { paragraph, template } from "../template.ts"

export default template({
  name: "verify",
  transactional: true,
  ofAccount: true,
  data: Schema.Struct({ link: Schema.String, ...origin }),
  example: { link: exampleLink("verify"), ...exampleOrigin },
  content: ({ link, ...from }, brand) => ({
    subject: "Confirm your e-mail address",
    language: "en",
    blocks: [
      paragraph("Somebody signed up with this e-mail address. If it was you, confirm that the address is yours."),
      linkTo("Confirm the address", link),
      paragraph("The link is good for 24 hours and works once."),
      askedBy(from, brand),
      unasked
    ]
  })
})
