import { operation } from "#schemas/kernel/endpoints"
import { NewTaskAlerts, TaskAlerts } from "./task-alerts.ts"

export const get_task_alerts = operation.get("get_task_alerts", "/sms/task-alerts", TaskAlerts, {
  summary: "Get whether I am texted about my tasks",
  description: "At which number you agreed to be texted when a task is given to you and when one of yours is due.",
  access: "session"
})

export const set_task_alerts = operation.set("set_task_alerts", "/sms/task-alerts", NewTaskAlerts, TaskAlerts, {
  summary: "Be texted about my tasks, or not any more",
  description: "With a number, you agree to be texted there by the company when somebody else gives you a task and when one of yours is due, outside " +
    "the company's quiet hours. Sending STOP from it ends all texts too; this does not undo that. It ends when you leave the company. 422 for a number " +
    "that takes no texts.",
  access: "session"
})
