export const verify = {
  title: "Confirm your e-mail address",
  broken: "The link is not whole. Copy all of it from the e-mail into the address line.",
  confirm: "Confirm the address",
  again: "Ask for another e-mail",
  send: "Send another"
}
