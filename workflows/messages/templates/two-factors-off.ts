import { Schema } from "effect"
import { doneBy, exampleOrigin, origin } from "../origin.ts"
import { paragraph, template } from "../template.ts"

export default template({
  name: "two_factors_off",
  transactional: true,
  ofAccount: true,
  data: Schema.Struct({ link: Schema.String, ...origin }),
  example: { link: "https://example.com/dashboard", ...exampleOrigin },
  content: ({ link, ...from }, brand) => ({
    subject: "Two-factor sign-in was switched off",
    language: "en",
    blocks: [
      paragraph("Your account can be signed in to with its password alone from now on: two-factor sign-in was switched off."),
      doneBy(from, brand),
      paragraph("If it was not you, ask for a new password at once, and switch it on again:"),
      paragraph(link)
    ]
  })
})
