import { operation } from "#schemas/kernel/endpoints"
import { NewPlan, plan, Plan } from "./plan.ts"

export const list_plans = operation.list("list_plans", "/gateway/plans", Plan, {
  ...plan.list,
  summary: "List plans",
  description: "What subscriptions can cost. Plans of live and of test keys are apart."
})

export const get_plan = operation.get("get_plan", "/gateway/plans/:id", Plan, {
  surfaces: ["portal"],
  summary: "Get a plan",
  description: "One plan with its price, its trial, and what happens when a charge fails."
})

export const create_plan = operation.create("create_plan", "/gateway/plans", NewPlan, Plan, {
  summary: "Make a plan",
  description: "Makes a plan that contacts can subscribe to. A plan stays as it is: for another price make another, and change the subscriptions."
})
