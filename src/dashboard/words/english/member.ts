export const member = {
  members: "Members",
  noSuch: "No such member",
  nobodyHere: "Nobody of this company is at this address.",
  change: "Change the role",
  remove: "Remove from the company",
  email: "E-mail address",
  role: "Role",
  twoFactor: "Two-factor authentication",
  on: "on",
  off: "off",
  lastHere: "Last here",
  since: "Member since",
  leaving: "Leaving",
  leavingHelp: "Their sessions and connections end at once. API keys that they made stay good.",
  changeQuestion: "Change the role?",
  removeQuestion: "Remove this member?",
  removeFollows: "Their sessions and connections in this company end at once. API keys that they made stay good."
}
