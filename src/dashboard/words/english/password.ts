export const password = {
  forgot: "Forgot your password?",
  forgotIntro: "Say under which address you sign in. You get an e-mail with a link to choose a new password.",
  send: "Send the e-mail",
  back: "Back to the sign-in",
  choose: "Choose a new password",
  broken: "The link is not whole. Copy all of it from the e-mail into the address line, or ask for another.",
  chooseIntro: "It signs you out everywhere. Afterwards you sign in with it.",
  keep: "Keep this password",
  again: "Ask for another e-mail",
  title: "Change your password",
  account: "Your account",
  change: "Change the password",
  now: "Password now",
  endConnections: "Cut off all connected apps too",
  leave: "Leave it as it is"
}
