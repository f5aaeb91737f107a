export const areas = {
  crm: "Contacts, companies, deals and tasks",
  payments: "Orders, invoices and payments",
  calendar: "Calendar and bookings",
  cms: "Website pages and posts",
  shop: "Shop, stock and deliveries",
  kb: "Knowledge base",
  analytics: "Figures and reports",
  ai: "Chats and content of the assistants",
  messages: "Calls and text messages",
  integrations: "Connections to other services",
  webhooks: "Webhooks",
  agents: "Requests for consent and tools",
  audit: "The record of who did what",
  workflows: "Automatic work"
}
