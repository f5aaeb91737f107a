import { currency, type MeasuredRecords } from "#schemas/kernel/measures"

const owner = { title: "Owner" }

export const measures = {
  contacts: {
    dimensions: { contact_source: { title: "Source" }, contact_owner: owner },
    measures: {
      new_contacts: { title: "New contacts", unit: "count", counts: "Contacts that are not in the bin, by when they were added." }
    }
  },
  deals: {
    dimensions: {
      deal_pipeline: { title: "Pipeline" }, deal_stage: { title: "Stage" }, deal_status: { title: "Status", values: ["open", "won", "lost"] }, deal_owner: owner,
      deal_source: { title: "Source of the contact" }, lost_reason: { title: "Reason of the loss" }, currency
    },
    measures: {
      new_deals: { title: "New deals", unit: "count", counts: "Deals that are not in the bin, by when they were made." },
      new_deal_amount: { title: "Amount of new deals", unit: "money", counts: "What those deals are worth, by when they were made." },
      won_deals: { title: "Won deals", unit: "count", counts: "Deals that are won, by when they were closed." },
      won_amount: { title: "Won amount", unit: "money", counts: "What those deals are worth, by when they were closed." },
      average_won_amount: { title: "Average won deal", unit: "money", isMean: true, counts: "The mean worth of deals that are won, by when they were closed." },
      lost_deals: { title: "Lost deals", unit: "count", counts: "Deals that are lost, by when they were closed." },
      win_rate: { title: "Win rate", unit: "share", counts: "Won deals among those that are won or lost, by when they were closed." },
      days_to_win: { title: "Days to win", unit: "number", isMean: true, counts: "The mean of the days from when a won deal was made until it was closed, by when it was closed." }
    }
  },
  tasks: {
    dimensions: { task_assignee: { title: "Assignee" }, task_status: { title: "Status", values: ["open", "completed"] } },
    measures: {
      new_tasks: { title: "New tasks", unit: "count", counts: "Tasks that are not in the bin, by when they were made." },
      due_tasks: { title: "Due tasks", unit: "count", counts: "Tasks, open or done, by when they are due." },
      completed_tasks: { title: "Completed tasks", unit: "count", counts: "Tasks by when they were done." }
    }
  },
  activities: {
    dimensions: { activity_kind: { title: "Kind", values: ["note", "call", "meeting", "email"] }, activity_owner: owner },
    measures: {
      activities: { title: "Activities", unit: "count", counts: "Notes, calls, meetings and e-mails with contacts, by when they were." },
      activity_minutes: { title: "Minutes of activities", unit: "number", counts: "How long those lasted in all, where it is known." }
    }
  }
} as const satisfies Readonly<Record<string, MeasuredRecords>>
