import type { Node } from "../../html.ts"

export const time = {
  days: (days: Node, hours: Node): Node => [days, " days ", hours, " h"],
  hours: (hours: Node, minutes: Node): Node => [hours, " h ", minutes, " min"],
  minutes: (minutes: Node, seconds: Node): Node => [minutes, " min ", seconds, " s"]
}
