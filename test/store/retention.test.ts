import { globSync, readFileSync } from 'node:fs';
import { tableNames } from '#shared/store/tables.ts';
import { allItems } from '#test/kit/all-items.ts';
import { everyKind, startedAt } from './every-kind.ts';

const hour = 3600;
const days = (count: number) => count * 24 * hour;

/** A kind of expiring item that is missing here fails the test. The seconds are of this test's item. */
const retention: Record<string, { file: string | readonly string[]; seconds: number | readonly number[] }> = {
  EFFECT: { file: 'shared/outbox/store/receipts.ts', seconds: days(30) },
  KEYREQUEST: { file: 'shared/api-keys/store/key-requests.ts', seconds: days(2) },
  WEBHOOKREQUEST: { file: 'shared/webhooks/store/endpoints.ts', seconds: days(2) },
  account_activity: { file: 'shared/activity/store/activity-log.ts', seconds: days(400) },
  account_recovery: { file: 'shared/accounts/deletion/store/recoveries.ts', seconds: days(90) },
  activity_names: { file: 'shared/reports/store/activity-names.ts', seconds: days(40) },
  adjusted_row: { file: 'shared/event-log/store/adjusted-rows.ts', seconds: days(91) - 12 * hour },
  ad_day: { file: 'shared/assistant-ads/store/ad-days.ts', seconds: days(400) },
  address_flag: { file: 'shared/accounts/registration/store/waitlist.ts', seconds: days(1) },
  alias: { file: 'shared/conversions/store/clicks.ts', seconds: days(120) },
  cell_names: { file: 'shared/cells/store/cell-names.ts', seconds: days(130) },
  canary: { file: 'shared/canary/store/canary-walks.ts', seconds: days(3) },
  canary_log: { file: 'shared/canary/store/canary-walks.ts', seconds: days(2) },
  claim: { file: 'shared/canary/store/canary-walks.ts', seconds: days(3) },
  rule_application: { file: 'shared/reclassification/store/applications.ts', seconds: days(90) },
  click_row: { file: 'shared/event-log/store/click-rows.ts', seconds: days(90) },
  code: { file: 'shared/accounts/codes/store/codes.ts', seconds: days(2) },
  conflict_alert: { file: 'shared/conversions/store/conflict-alerts.ts', seconds: days(3) },
  description_finding: { file: 'shared/accounts/profile/store/description-findings.ts', seconds: days(1) },
  network_key: { file: 'shared/clicks/store/network-keys.ts', seconds: [days(30) + 12 * hour] },
  event_counter: { file: 'shared/conversions/store/event-counters.ts', seconds: hour + 6 },
  event_of_click: { file: 'shared/conversions/store/event-index.ts', seconds: days(200) },
  export: { file: 'shared/event-log/store/exports.ts', seconds: days(30) },
  key_alert: { file: 'shared/api-keys/store/key-exposure.ts', seconds: days(3) },
  llm_spend: { file: 'shared/llm/store/llm-spend.ts', seconds: days(7) },
  log: { file: 'shared/event-log/store/event-log.ts', seconds: days(90) },
  log_payload: { file: 'shared/event-log/store/event-log.ts', seconds: days(14) },
  logged_mail: { file: 'shared/mail/store/mail-log.ts', seconds: days(90) },
  notification: { file: 'shared/notifications/store/notifications.ts', seconds: days(3) },
  nudge: { file: 'shared/notifications/store/nudges.ts', seconds: days(90) },
  nudge_of_day: { file: 'shared/notifications/store/nudges.ts', seconds: days(90) },
  page_ads: { file: 'shared/ads/store/ad-cache.ts', seconds: days(30) },
  pixel_event: { file: 'shared/event-log/store/pixel-events.ts', seconds: days(90) },
  pending_adjustments: { file: 'shared/adjustments/store/adjustments.ts', seconds: days(90) },
  prompt_request: { file: 'shared/prompts/store/prompt-requests.ts', seconds: days(7) },
  rate_limit: { file: 'shared/limits/rate-limits.ts', seconds: [60, 900, hour, days(1)] },
  recent_clicks: { file: 'shared/traffic/store/recent-clicks.ts', seconds: days(2) },
  received_webhook: { file: 'shared/operators/store/received-webhooks.ts', seconds: days(90) },
  reconciliation: { file: 'shared/reconciliation/store/reconciliations.ts', seconds: days(90) },
  reconciliation_part: { file: 'shared/reconciliation/store/parts.ts', seconds: days(90) },
  reconciliation_preview: { file: 'shared/reconciliation/store/previews.ts', seconds: hour },
  reconciliation_request: { file: 'shared/reconciliation/store/reconciliations.ts', seconds: days(1) },
  recount_claim: { file: 'shared/reports/store/recounts.ts', seconds: days(7) },
  registration_network: { file: 'shared/accounts/registration/store/waitlist.ts', seconds: days(1) },
  reset_request: { file: 'shared/accounts/sign-in/store/reset-requests.ts', seconds: days(1) },
  secret: { file: 'shared/api-keys/store/key-changes.ts', seconds: days(30) },
  session: { file: 'shared/conversions/store/clicks.ts', seconds: days(120) },
  stream_shard: { file: 'shared/reports/store/stream-scale.ts', seconds: days(3) },
  suppression: { file: 'shared/canary/store/canary-walks.ts', seconds: days(3) },
  tally: { file: 'shared/event-log/store/event-log.ts', seconds: days(7) },
  task: { file: 'shared/tasks/store/tasks.ts', seconds: days(90) },
  task_shard: { file: 'shared/tasks/store/tasks.ts', seconds: days(90) },
  task_step: { file: 'shared/tasks/store/user-task-work.ts', seconds: days(90) },
  team_invitation: { file: 'shared/licences/store/teams.ts', seconds: days(8) },
  used_token: { file: 'shared/accounts/sign-in/store/used-tokens.ts', seconds: days(1) },
  user_click: { file: 'shared/conversions/store/identities.ts', seconds: days(410) },
  user_of_click: {
    file: ['shared/conversions/store/identities.ts', 'shared/event-log/store/link-erasures.ts'],
    seconds: [days(30), days(410)],
  },
  user_task: { file: 'shared/tasks/store/user-tasks.ts', seconds: days(90) },
  vendor_wait: { file: 'shared/vendors/vendor-cooldowns.ts', seconds: 60 },
  webhook_delivery: { file: 'shared/deliveries/store/new-deliveries.ts', seconds: days(30) },
};

async function keptSeconds(): Promise<Map<string, Set<number>>> {
  const world = await everyKind();
  const kept = new Map<string, Set<number>>();
  for (const table of tableNames)
    for (const { kind, pk, ttl } of await allItems(world, table)) {
      const name = String(kind ?? pk.split('#')[0]);
      if (ttl !== undefined)
        kept.set(name, (kept.get(name) ?? new Set()).add(Number(ttl) - startedAt / 1000));
    }
  return kept;
}

let kept: Map<string, Set<number>>;
beforeAll(async () => {
  kept = await keptSeconds();
});

describe('`ttl` is in seconds, as long after now as its kind is kept', () => {
  it.each(Object.entries(retention))('%s', (kind, { seconds }) => {
    expect(
      [...(kept.get(kind) ?? [])].sort((a, b) => a - b),
      `seconds that a ${kind} is kept`,
    ).toEqual([seconds].flat());
  });

  it('every kind that the service gave a `ttl` is in the table', () => {
    expect([...kept.keys()].filter((kind) => !(kind in retention))).toEqual([]);
  });

  it('every file that writes a `ttl` is in the table', () => {
    const sources = globSync('{shared,functions}/**/*.ts').filter((file) =>
      /\bconst ttl = (?!\()|\bttl: (?!boolean|number)|':ttl': |\{[^{}]*\bttl\b[^{}]*\}\)/.test(
        readFileSync(file, 'utf8'),
      ),
    );
    const files = new Set(Object.values(retention).flatMap(({ file }) => file));
    expect(sources.filter((file) => !files.has(file))).toEqual([]);
    expect([...files].filter((file) => !sources.includes(file))).toEqual([]);
  });
});
