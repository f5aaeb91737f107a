import type { Node } from "../../html.ts"

export const form = {
  show: "Show",
  email: "E-mail address",
  password: "Password",
  newPassword: "New password",
  newPasswordHelp: "At least 10 characters. Three or four words that do not belong together are good, and easy to keep in mind.",
  code: "Code",
  codeHelp: "Six digits from your authenticator app, or one of your recovery codes.",
  pleaseFill: "Please fill this in.",
  atLeast: (count: Node): Node => ["This needs at least ", count, " characters."],
  atMost: (count: Node): Node => ["This may have at most ", count, " characters."],
  fixFields: "Please fix the fields marked below.",
  rejected: "The form was not the one this browser was given, or came without the header Origin of this address, which browsers send. Try it with this one."
}
