import { Schema } from "effect"
import { doneBy, exampleOrigin, origin } from "../origin.ts"
import { paragraph, template } from "../template.ts"

export default template({
  name: "password_changed",
  transactional: true,
  ofAccount: true,
  data: Schema.Struct({ link: Schema.String, ...origin }),
  example: { link: "https://example.com/dashboard", ...exampleOrigin },
  content: ({ link, ...from }, brand) => ({
    subject: "Your password was changed",
    language: "en",
    blocks: [
      paragraph("The password of your account was changed, and everywhere else you were signed out."),
      doneBy(from, brand),
      paragraph("If it was not you, ask for a new password at once, and look at which tool clients and keys are connected:"),
      paragraph(link)
    ]
  })
})
