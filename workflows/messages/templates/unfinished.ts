import { Schema } from "effect"
import { askedBy, exampleLink, exampleOrigin, linkTo, origin, unasked } from "../origin.ts"
import { paragraph, template } from "../template.ts"

export default template({
  name: "unfinished",
  transactional: true,
  ofAccount: true,
  data: Schema.Struct({ link: Schema.String, ...origin }),
  example: { link: exampleLink("reset"), ...exampleOrigin },
  content: ({ link, ...from }, brand) => ({
    subject: "Finish signing up",
    language: "en",
    blocks: [
      paragraph(
        "Somebody signed up with this e-mail address, which an earlier sign-up is still waiting to confirm, with another password. " +
          "If it was you, choose the password that is to hold. That confirms the address too."
      ),
      linkTo("Choose a password", link),
      paragraph("The link is good for 24 hours and works once."),
      askedBy(from, brand),
      unasked
    ]
  })
})
