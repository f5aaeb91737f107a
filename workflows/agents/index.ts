export * from "./manifests.ts"
export * from "./verbs.ts"
