import { operation } from "#schemas/kernel/endpoints"
import { Conflict, RateLimitExceeded } from "#schemas/kernel/errors"
import { host, Host, HostId } from "./host.ts"

const params = { id: HostId }

export const list_hosts = operation.list("list_hosts", "/hosts", Host, {
  sort: ["id"],
  summary: "List hosts",
  description: "The hosts of the company's own at which its visitors come, and those that are still to be proved. Besides, every company is at " +
    "`/s/{slug}` of the service's host.",
  access: "cms:read"
})

export const add_host = operation.create("add_host", "/hosts", host.create, Host, {
  errors: [Conflict],
  summary: "Add a host",
  description: "Adds a host of the company's own and answers with the DNS record that proves it. Until it was checked, requests to the host are " +
    "not the company's.",
  access: "cms:write"
})

export const check_host = operation.act("check_host", "/hosts/:id/check", Host, {
  params,
  errors: [Conflict, RateLimitExceeded],
  summary: "Check a host",
  description: "Looks for the DNS record now. Where it is found the host is the company's from this moment on, within a second everywhere; where " +
    "it is not, `problem` says why. A host that another company has proved is refused. What was proved stays so.",
  access: "cms:write",
  idempotent: true
})

export const remove_host = operation.remove("remove_host", "/hosts/:id", Host, {
  params,
  summary: "Remove a host",
  description: "Visitors do not find the company at this host any more, and another company may prove it.",
  access: "cms:write",
  requiresConsent: true,
  undo: "nothing"
})
