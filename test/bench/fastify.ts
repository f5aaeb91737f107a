import Fastify from "fastify"
import type { AddressInfo } from "node:net"
import pg from "pg"

/**
 * The measure: what a careful team writes by hand with Fastify and pg for these few addresses and no others. Schemas in
 * and out, prepared statements, no row level security, no receipts, no events, no idempotency, no log.
 */

const companies = new Map(Object.entries(JSON.parse(process.env["BENCH_KEYS"]!) as Record<string, number>))
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"]!, max: Number(process.env["DATABASE_POOL"]) })
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const names = [
  "id", "first_name", "last_name", "email", "phone", "organization_id", "company_name", "owner_id", "tags", "notes", "source",
  "custom_fields", "score", "version", "created_at", "updated_at", "deleted_at"
]
const columns = names.join(", ")
const page = (total: string, where: string, hits = "") => `
  ${hits} select p.*, t.total as page_total from (select ${total} as total) t left join lateral (
    select ${columns} from contacts where company_id = $1 and deleted_at is null ${where}
    order by id limit $2 offset $3) p on true`
const kept = "coalesce((select sum(n)::bigint from row_counts where company_id = $1 and relation = 'contacts'), 0)"
const counted = "(select count(*) from contacts where company_id = $1 and deleted_at is null)"

const statements = {
  list: page(kept, ""),
  listCounted: page(counted, ""),
  search: page(
    "(select count(*) from hits)",
    "and id in (select id from hits)",
    "with hits as materialized (select id from contacts where company_id = $1 and deleted_at is null and search_text like $4)"
  ),
  get: `select ${columns} from contacts where company_id = $1 and id = $2 and deleted_at is null`,
  create: `insert into contacts (company_id, first_name, last_name, email, phone, organization_id, company_name, owner_id, tags, notes, source)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (company_id, email) where deleted_at is null do nothing returning ${columns}`
}

const query = (name: keyof typeof statements, values: Array<unknown>) => pool.query({ name, text: statements[name], values })

const text = { type: "string", nullable: true }
const whole = { type: "integer", nullable: true }
const instant = { type: "string", format: "date-time" }
const contact = {
  type: "object",
  properties: {
    id: { type: "integer" }, first_name: text, last_name: text, email: text, phone: text, organization_id: whole,
    company_name: text, owner_id: whole, tags: { type: "array", items: { type: "string" } }, notes: text, source: text,
    custom_fields: { type: "object", additionalProperties: true }, score: { type: "integer" }, version: { type: "integer" }, created_at: instant, updated_at: instant, deleted_at: { ...instant, nullable: true }
  }
}
const contacts = {
  type: "object",
  properties: {
    items: { type: "array", items: contact }, total: { type: "integer" }, limit: { type: "integer" }, offset: { type: "integer" },
    has_more: { type: "boolean" }, next_cursor: text
  }
}
const line = (maxLength: number) => ({ type: "string", minLength: 1, maxLength, pattern: "\\S", nullable: true })
const newContact = {
  type: "object",
  anyOf: [{ required: ["first_name"] }, { required: ["last_name"] }, { required: ["email"] }, { required: ["phone"] }],
  properties: {
    first_name: line(100), last_name: line(100), email: { type: "string", format: "email", maxLength: 254, nullable: true },
    phone: { type: "string", pattern: "^\\+[1-9][0-9 ().-]{6,30}$", nullable: true }, organization_id: whole, company_name: line(200),
    owner_id: whole, tags: { type: "array", maxItems: 50, items: { type: "string", minLength: 1, maxLength: 50 }, default: [] },
    notes: { type: "string", maxLength: 10_000, nullable: true }, source: line(100)
  }
}
const paging = {
  type: "object",
  properties: {
    limit: { type: "integer", minimum: 1, maximum: 200, default: 50 },
    offset: { type: "integer", minimum: 0, default: 0 },
    search: { type: "string", minLength: 1, maxLength: 100 }
  }
}
const one = { type: "object", properties: { id: { type: "integer", minimum: 1 } } }

type Paging = { limit: number; offset: number; search?: string }
type Row = { id: number | null; page_total: number }

const pageOf = (rows: Array<Row>, { limit, offset }: Paging) => {
  const has_more = rows.length > limit
  const items = rows[0]!.id === null ? [] : has_more ? rows.slice(0, limit) : rows
  const next_cursor = has_more ? Buffer.from(JSON.stringify(["id", null, items.at(-1)!.id])).toString("base64url") : null
  return { items, total: rows[0]!.page_total, limit, offset, has_more, next_cursor }
}

const app = Fastify({ logger: false })
app.decorateRequest("company", 0)

const keyOf = (authorization: string | undefined) => authorization?.startsWith("Bearer ") ? authorization.slice(7) : ""

app.addHook("onRequest", (request, reply, done) => {
  const company = companies.get(keyOf(request.headers.authorization))
  if (company === undefined) {
    reply.code(401).send({ code: "unauthorized", message: "This API key is not known.", request_id: request.id })
    return
  }
  request.company = company
  done()
})

declare module "fastify" {
  interface FastifyRequest {
    company: number
  }
}

const missing = { code: "not_found", message: "There is no such contact." }
const pattern = (word: string) => `%${word.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`

app.get<{ Querystring: Paging }>("/api/v1/crm/contacts", { schema: { querystring: paging, response: { 200: contacts } } }, async (request) => {
  const { limit, offset, search } = request.query
  const { rows } = search === undefined
    ? await query("list", [request.company, limit + 1, offset])
    : await query("search", [request.company, limit + 1, offset, pattern(search)])
  return pageOf(rows, request.query)
})

app.get<{ Querystring: Paging }>("/counted/contacts", { schema: { querystring: paging, response: { 200: contacts } } }, async (request) => {
  const { limit, offset } = request.query
  const { rows } = await query("listCounted", [request.company, limit + 1, offset])
  return pageOf(rows, request.query)
})

app.get<{ Params: { id: number } }>(
  "/api/v1/crm/contacts/:id",
  { schema: { params: one, response: { 200: contact } } },
  async (request, reply) => {
    const { rows } = await query("get", [request.company, request.params.id])
    return rows.length === 0 ? reply.code(404).send({ ...missing, request_id: request.id }) : rows[0]
  }
)

app.post<{ Body: Record<string, unknown> }>(
  "/api/v1/crm/contacts",
  { schema: { body: newContact, response: { 201: contact } } },
  async ({ body, company, id }, reply) => {
    const { rows } = await query("create", [
      company, body["first_name"], body["last_name"], body["email"], body["phone"], body["organization_id"],
      body["company_name"], body["owner_id"], body["tags"], body["notes"], body["source"]
    ])
    return rows.length === 0
      ? reply.code(409).send({ code: "conflict", message: "Another contact has this e-mail address.", request_id: id })
      : reply.code(201).send(rows[0])
  }
)

app.get("/limited/contacts", (request, reply) => {
  reply.code(429).header("retry-after", "60").send({
    code: "rate_limit_exceeded", message: "No more than 60 requests a minute; try again in 60 s.", request_id: request.id
  })
})

process.once("disconnect", () => process.exit(0))
await app.listen({ port: 0, host: "127.0.0.1" })
process.send!({ address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` })
