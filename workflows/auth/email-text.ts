import type { Message } from "#layers/providers/mail"
import type { Role } from "#schemas/kernel/roles"

/** Who asked for an e-mail, as far as its reader can tell whether it was them. */
export interface EmailOrigin {
  /** An instant. */
  readonly at: string
  readonly address: string
  readonly device: string
}

/** What an e-mail is about. A `link` holds its token. */
export type EmailContent =
  | { readonly kind: "verify" | "unfinished" | "reset"; readonly link: string }
  | { readonly kind: "known"; readonly site: string }
  | { readonly kind: "password_changed" | "two_factors_off"; readonly link: string }
  | {
    readonly kind: "invitation"
    readonly link: string
    readonly company: string
    readonly role: Role
    readonly invited_by: string | null
    readonly expires_at: string
  }

interface Draft {
  readonly subject: string
  readonly before: ReadonlyArray<string>
  readonly link?: { readonly label: string; readonly to: string }
  readonly after: ReadonlyArray<string>
}

const LONGEST = 80

/** Names are chosen by whoever writes; mail programs would make links of what looks like an address in them, in wide e-mails too. */
const safeName = (text: string) => {
  const calm = text.replace(/[\p{Control}\p{Format}\s]+/gu, " ").replace(/[.:/@\\\u3002\uff0e\uff0f\uff1a\uff20\uff61](?=\S)/gu, "$& ").trim()
  return calm.length > LONGEST ? `${calm.slice(0, LONGEST - 3).trimEnd().toWellFormed()}...` : calm
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" })
const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })

const askedBy = ({ address, at, device }: EmailOrigin) =>
  `It was asked for on ${time.format(new Date(at))} UTC${address === "" ? "" : ` from the address ${address}`} (${device}).`

const doneBy = ({ address, at, device }: EmailOrigin) =>
  `It was done on ${time.format(new Date(at))} UTC${address === "" ? "" : ` from the address ${address}`} (${device}).`

const unasked = "If it was not you, you need not do anything: without the link nothing happens."

const withArticle = (role: Role) => `${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`

const draftOf = (content: EmailContent, origin: EmailOrigin): Draft => {
  switch (content.kind) {
    case "verify":
      return {
        subject: "Confirm your e-mail address",
        before: ["Somebody signed up with this e-mail address. If it was you, confirm that the address is yours."],
        link: { label: "Confirm the address", to: content.link },
        after: ["The link is good for 24 hours and works once.", askedBy(origin), unasked]
      }
    case "unfinished":
      return {
        subject: "Finish signing up",
        before: [
          "Somebody signed up with this e-mail address, which an earlier sign-up is still waiting to confirm, with another password. " +
          "If it was you, choose the password that is to hold. That confirms the address too."
        ],
        link: { label: "Choose a password", to: content.link },
        after: ["The link is good for 24 hours and works once.", askedBy(origin), unasked]
      }
    case "known":
      return {
        subject: "You already have an account",
        before: [
          "Somebody signed up with this e-mail address, which already has an account. Nothing was changed.",
          `If it was you, sign in as before: ${content.site}/dashboard. There you can also ask for a new password.`
        ],
        after: [askedBy(origin), "If it was not you, you need not do anything."]
      }
    case "reset":
      return {
        subject: "Choose a new password",
        before: ["Somebody asked for a new password for the account of this e-mail address. If it was you, choose one."],
        link: { label: "Choose a new password", to: content.link },
        after: ["The link is good for 30 minutes and works once.", askedBy(origin), unasked]
      }
    case "password_changed":
      return {
        subject: "Your password was changed",
        before: ["The password of your account was changed, and everywhere else you were signed out."],
        after: [
          doneBy(origin),
          "If it was not you, ask for a new password at once, and look at which tool clients and keys are connected:",
          content.link
        ]
      }
    case "two_factors_off":
      return {
        subject: "Two-factor sign-in was switched off",
        before: ["Your account can be signed in to with its password alone from now on: two-factor sign-in was switched off."],
        after: [doneBy(origin), "If it was not you, ask for a new password at once, and switch it on again:", content.link]
      }
    case "invitation": {
      const company = safeName(content.company)
      const by = content.invited_by === null ? "An owner or admin" : safeName(content.invited_by)
      return {
        subject: `Invitation to join ${company}`,
        before: [`${by} of ${company} invites you to join the company as ${withArticle(content.role)}.`],
        link: { label: "See the invitation", to: content.link },
        after: [
          `The link is good until ${day.format(new Date(content.expires_at))} and works once.`,
          askedBy(origin),
          "If you do not know the company, you need not do anything: without the link nothing happens."
        ]
      }
    }
  }
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" }

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!)

const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`

const htmlOf = ({ after, before, link, subject }: Draft) =>
  [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    `<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px">`,
    ...before.map((text) => paragraph(escaped(text))),
    ...link === undefined ? [] : [
      paragraph(`<a href="${escaped(link.to)}" style="display:inline-block;padding:10px 16px;border:1px solid">${escaped(link.label)}</a>`),
      paragraph(`Or open this address: ${escaped(link.to)}`)
    ],
    ...after.map((text) => paragraph(escaped(text))),
    "</div></body></html>"
  ].join("\n")

const textOf = ({ after, before, link }: Draft) =>
  [...before, ...link === undefined ? [] : [`${link.label}:\n${link.to}`], ...after].join("\n\n") + "\n"

/** An e-mail in words, plain and as HTML. */
export const written = (content: EmailContent, origin: EmailOrigin): Pick<Message, "subject" | "text"> & { readonly html: string } => {
  const draft = draftOf(content, origin)
  return { subject: draft.subject, text: textOf(draft), html: htmlOf(draft) }
}
