import { Schema } from "effect"
import { askedBy, exampleLink, exampleOrigin, linkTo, origin, unasked } from "../origin.ts"
import { paragraph, template } from "../template.ts"

export default template({
  name: "reset",
  transactional: true,
  ofAccount: true,
  data: Schema.Struct({ link: Schema.String, ...origin }),
  example: { link: exampleLink("reset"), ...exampleOrigin },
  content: ({ link, ...from }, brand) => ({
    subject: "Choose a new password",
    language: "en",
    blocks: [
      paragraph("Somebody asked for a new password for the account of this e-mail address. If it was you, choose one."),
      linkTo("Choose a new password", link),
      paragraph("The link is good for 30 minutes and works once."),
      askedBy(from, brand),
      unasked
    ]
  })
})
