export { html, type Node, printed } from "#workflows/messages/markup"
