import { Option } from "effect"
import { NetAddress } from "effect/net"
import type { DemoAccess } from "#layers/demo/demo"

/** Where a browser or a command on this machine finds the service. */
const reachable = (address: NetAddress.SocketAddress): string => {
  if (NetAddress.isUnixPathAddress(address)) return NetAddress.formatSocketAddress(address)
  const local = NetAddress.isUnspecified(address.address)
    ? NetAddress.inetAddressUnsafe(NetAddress.ipv4Loopback, address.port)
    : address
  return NetAddress.formatUrlUnsafe(local)
}

const examples = (base: string, key: string) => {
  const body = JSON.stringify({ first_name: "Sam", last_name: "Doe" })
  const authorized = `curl -H "Authorization: Bearer ${key}"`
  return [
    `${authorized} "${base}/api/v1/crm/contacts?limit=3&sort=-created_at"`,
    `${authorized} "${base}/api/v1/crm/deals?stage=negotiation&limit=3"`,
    `${authorized} -H "Content-Type: application/json" -d '${body}' ${base}/api/v1/crm/contacts`
  ]
}

/** What a person who starts the service reads once it serves. */
export const banner = (address: NetAddress.SocketAddress, demo: Option.Option<DemoAccess>): string => {
  const base = reachable(address)
  const begin = Option.match(demo, {
    onNone: () => ["A company of your own: npm run --silent service -- bootstrap --help"],
    onSome: ({ key, owner }) => [
      "A demo company is in it, all made up. Its test key, and three things to try:",
      "",
      `  ${key}`,
      "",
      ...examples(base, key).map((line) => `  ${line}`),
      ...owner === undefined ? [] : ["", `Its owner signs in at ${base}/dashboard as ${owner.email} with the password ${owner.password}`]
    ]
  })
  return [`Business Platform API on ${base} (documentation: ${base}/docs, pages: ${base}/dashboard, public tools: ${base}/tools)`, "", ...begin, ""].join("\n")
}
