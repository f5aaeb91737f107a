import { Schema } from "effect"
import { Role } from "#schemas/kernel/roles"
import { askedBy, exampleLink, exampleOrigin, linkTo, origin } from "../origin.ts"
import { safeName } from "#schemas/kernel/one-line"
import { paragraph, template } from "../template.ts"

const withArticle = (role: Role) => `${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`

export default template({
  name: "invitation",
  transactional: true,
  ofAccount: true,
  data: Schema.Struct({
    link: Schema.String,
    company: Schema.String,
    role: Role,
    invited_by: Schema.NullOr(Schema.String),
    expires_at: Schema.String,
    ...origin
  }),
  example: {
    link: exampleLink("invitation"), company: "Cobol & Sons", role: "admin", invited_by: "Grace Hopper",
    expires_at: "2026-11-28T19:05:00.000Z", ...exampleOrigin
  },
  content: ({ expires_at, invited_by, link, role, ...from }, brand) => {
    const company = safeName(from.company)
    const by = invited_by === null ? "An owner or admin" : safeName(invited_by)
    return {
      subject: `Invitation to join ${company}`,
      language: "en",
      blocks: [
        paragraph(`${by} of ${company} invites you to join the company as ${withArticle(role)}.`),
        linkTo("See the invitation", link),
        paragraph(`The link is good until ${brand.formats.day(expires_at)} and works once.`),
        askedBy(from, brand),
        paragraph("If you do not know the company, you need not do anything: without the link nothing happens.")
      ]
    }
  }
})
