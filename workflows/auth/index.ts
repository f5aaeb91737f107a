export { login } from "./signing-in.ts"
