import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { campaign, type CampaignCounts, type CampaignId, type CampaignResults } from "#schemas/messages/sms/campaign"
import { repository } from "../../kernel/repository.ts"
import { exists, one } from "../../kernel/sql.ts"

interface VariantRow extends CampaignCounts {
  readonly variant: number
}

const nothing: CampaignCounts = {
  recipients: 0, waiting: 0, under_way: 0, sent: 0, delivered: 0, failed: 0, unknown: 0, segments: 0, clicked: 0, replied: 0, opted_out: 0
}

/** Texts to segments of the caller's company, in the caller's mode. */
export class Campaigns extends Context.Service<Campaigns>()("layers/messages/Campaigns", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const campaigns = yield* repository(campaign, { counted: true, internal: { wakes: Schema.Int } })
    const { inTenant } = campaigns.sql

    const counted = (id: CampaignId) => Effect.orDie(sql<VariantRow>`
      select r.variant, count(*)::int as recipients,
        count(*) filter (where r.state = 'waiting')::int as waiting,
        count(*) filter (where r.state not in ('waiting', 'failed') and (m.state is null or m.state = 'queued'))::int as under_way,
        count(*) filter (where m.state in ('sent', 'delivered'))::int as sent,
        count(*) filter (where m.state = 'delivered')::int as delivered,
        count(*) filter (where m.state = 'failed' or r.state = 'failed')::int as failed,
        count(*) filter (where m.state = 'unknown')::int as unknown,
        coalesce(sum(m.segments) filter (where m.asked_at is not null), 0)::int as segments,
        count(*) filter (where exists (select from campaign_links l where l.company_id = r.company_id and l.recipient_id = r.id and l.clicks > 0))::int as clicked,
        count(*) filter (where m.sent_at is not null and exists (select from sms_messages a where a.company_id = m.company_id and a.thread_id = m.thread_id
          and a.id > m.id and a.direction = 'inbound'))::int as replied,
        count(*) filter (where m.sent_at is not null and exists (select from opt_outs o where o.company_id = r.company_id and o.livemode = r.livemode
          and o.address = address_digest(r.company_id, r.phone) and o.created_at >= m.sent_at))::int as opted_out
      from campaign_recipients r left join sms_messages m on m.company_id = r.company_id and m.id = r.message_id
      where r.company_id = (select current_company()) and r.campaign_id = ${id} and r.state <> 'excluded' group by r.variant`)

    const excluded = (id: CampaignId) => Effect.orDie(sql<CampaignResults["excluded"][number]>`
      select reason, count(*)::int as contacts from campaign_recipients where ${inTenant} and campaign_id = ${id} and state = 'excluded' group by reason order by reason`)

    const added = (one: CampaignCounts, other: CampaignCounts) =>
      Object.fromEntries(Object.keys(nothing).map((name) => [name, one[name as keyof CampaignCounts] + other[name as keyof CampaignCounts]])) as never as CampaignCounts

    return {
      ...campaigns,
      /** The number of what the run waits for at present; the next is one more. */
      nextWake: (id: CampaignId) =>
        Effect.map(one(sql<{ wakes: number }>`update campaigns set wakes = wakes + 1 where ${inTenant} and id = ${id} returning wakes`), ({ wakes }) => wakes - 1),
      results: Effect.fnUntraced(function*(id: CampaignId, names: ReadonlyArray<string>) {
        const rows = yield* counted(id)
        const variants = names.map((name, n) => {
          const { variant: _, ...counts } = rows.find(({ variant }) => variant === n) ?? { variant: n, ...nothing }
          return { name, ...counts }
        })
        const totals = variants.reduce<CampaignCounts>(added, nothing)
        return { ...totals, excluded: yield* excluded(id), variants } satisfies CampaignResults as CampaignResults
      }),
      isSending: (id: CampaignId) => exists(sql`select from campaigns where ${inTenant} and id = ${id} and state = 'sending'`)
    }
  })
}) {
  static readonly layer = Layer.effect(Campaigns, Campaigns.make)
}
