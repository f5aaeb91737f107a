import { category } from "#schemas/kernel/category"

export const webhooks = category({
  events: {
    webhook: {
      disabled: "An endpoint was switched off because it failed for five days or said that it is gone."
    },
    test: {
      ping: "Somebody asked to test an endpoint; only that endpoint is told."
    }
  },
  firstStep: {
    title: "Tell another program what happens",
    why: "It gets each event a moment after it happened.",
    by: "create_webhook",
    done: { list: "list_webhooks" }
  }
})
