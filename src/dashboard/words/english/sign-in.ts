import { html, type Node } from "../../html.ts"

export const signIn = {
  withKey: "Sign in with an API key",
  withThisKey: "Sign in with this key",
  key: "API key",
  keyHelp: (): Node => html`<span>It begins with <code>sk_service_</code>. The pages show what the key may see, and do what it may do. The browser keeps a session for 12 hours, not the key.</span>`,
  verified: "Your address is verified. Sign in to go on.",
  reset: "Your password is changed, and you were signed out everywhere. Sign in with the new one.",
  joined: "You are a member now. Sign in to go on.",
  late: "That took too long. Sign in again, please.",
  title: "Sign in",
  forgot: "Forgot your password?",
  create: "Create an account",
  codeTitle: "Enter your code",
  codeIntro: (email: Node): Node => html`<p>The password of <strong>${email}</strong> is right. Now the code, please.</p>`,
  other: "Sign in as somebody else",
  malformed: "This API key is malformed: check that it was copied whole."
}
