import { Schema } from "effect"
import { askedBy, exampleOrigin, origin } from "../origin.ts"
import { paragraph, template } from "../template.ts"

export default template({
  name: "known",
  transactional: true,
  ofAccount: true,
  data: Schema.Struct({ site: Schema.String, ...origin }),
  example: { site: "https://example.com", ...exampleOrigin },
  content: ({ site, ...from }, brand) => ({
    subject: "You already have an account",
    language: "en",
    blocks: [
      paragraph("Somebody signed up with this e-mail address, which already has an account. Nothing was changed."),
      paragraph(`If it was you, sign in as before: ${site}/dashboard. There you can also ask for a new password.`),
      askedBy(from, brand),
      paragraph("If it was not you, you need not do anything.")
    ]
  })
})
