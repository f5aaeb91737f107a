export const company = {
  irreversible: "What cannot be undone, and what moves money",
  always: "Everything that needs approval",
  save: "Save",
  onPage: "Approved on the page only, signed in",
  onPageHelp: "The rest can also be approved in a connected client that asks its user. A program can give that answer in the user's place.",
  protect: "Refuse test keys what destroys records that live and test keys share",
  title: "Company",
  saved: "Saved.",
  approvals: "Approvals and test keys",
  shared: "What test mode shares with live mode"
}
