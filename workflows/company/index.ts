export * from "./hosts.ts"
export { apply_industry_template, list_industry_templates } from "./industry-templates/apply.ts"
export * from "./settings.ts"
export { change_tier } from "./tier.ts"
