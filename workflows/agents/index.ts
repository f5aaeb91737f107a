export { approve_consent, get_consent, list_consents, reject_consent } from "./consents.ts"
export * from "./manifests.ts"
export * from "./receipts.ts"
export * from "./verbs.ts"
