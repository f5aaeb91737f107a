import type { Workflows } from "../support/engine.ts"
import { Rescore, RescoreProgram } from "#workflows/crm/rescore"
import { TaskDue, TaskDueProgram } from "#workflows/crm/task-due"

export const works = (): Workflows => [[Rescore, RescoreProgram], [TaskDue, TaskDueProgram]]
