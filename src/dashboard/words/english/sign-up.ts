export const signUp = {
  title: "Create an account",
  intro: "For you and your company. Others of it you can invite afterwards.",
  create: "Create the account",
  name: "Your name",
  company: "Company",
  password: "Password",
  currency: "Currency",
  zone: "Time zone",
  have: "I have an account",
  mail: "Look into your mail",
  mailHelp: "It may take a minute. Look into the folder for unwanted mail too.",
  toSignIn: "Go to the sign-in",
  again: "Send it again"
}
