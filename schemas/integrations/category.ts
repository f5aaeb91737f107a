import { category } from "#schemas/kernel/category"

export const integrations = category({
  personal: {
    integration_object: {
      holds: "What was brought over of a contact from another system, or told to one, with what it said before.",
      purpose: "To see what a run did, and to take it back.",
      retained: true
    },
    integration_link: { holds: "What other systems call a contact.", purpose: "To bring each person over once." },
    integration: {
      holds: "Which other systems the company is connected to, as which account there, and how that does.",
      purpose: "To keep its systems in step."
    }
  },
  events: {
    integration: {
      connected: "Another system was connected.",
      failed: "Another system no longer answers, or no longer accepts the connection: `state` and `failure` tell.",
      recovered: "Another system that had failed answers again.",
      disconnected: "Another system was disconnected, and its credentials were forgotten."
    }
  },
  firstStep: {
    title: "Connect another system",
    why: "What is kept there is brought over, and kept in step.",
    by: "connect_integration",
    done: { list: "list_integrations", query: { state: "connected" } }
  }
})
