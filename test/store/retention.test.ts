import { globSync, readFileSync } from 'node:fs';
import { recoveriesIn } from '#shared/accounts/deletion/store/recoveries.ts';
import { descriptionFindingsIn } from '#shared/accounts/profile/store/description-findings.ts';
import { waitlistIn } from '#shared/accounts/registration/store/waitlist.ts';
import { resetRequestsIn } from '#shared/accounts/sign-in/store/reset-requests.ts';
import { usedTokensIn } from '#shared/accounts/sign-in/store/used-tokens.ts';
import { adCacheIn } from '#shared/ads/store/ad-cache.ts';
import { keyExposureIn } from '#shared/api-keys/store/key-exposure.ts';
import { adDaysIn } from '#shared/assistant-ads/store/ad-days.ts';
import { canaryWalksIn } from '#shared/canary/store/canary-walks.ts';
import { eventCountersIn } from '#shared/conversions/store/event-counters.ts';
import { linkErasuresIn } from '#shared/event-log/store/link-erasures.ts';
import { llmSpendIn } from '#shared/llm/store/llm-spend.ts';
import type { Message } from '#shared/messages/queues.ts';
import { notificationsIn } from '#shared/notifications/store/notifications.ts';
import { nudgesIn } from '#shared/notifications/store/nudges.ts';
import { receivedWebhooksIn } from '#shared/operators/store/received-webhooks.ts';
import { promptRequestsIn } from '#shared/prompts/store/prompt-requests.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import { tableAt } from '#shared/store/table.ts';
import type { TableName } from '#shared/store/tables.ts';
import { tableNames } from '#shared/store/tables.ts';
import { userTaskWorkIn } from '#shared/tasks/store/user-task-work.ts';
import { userTasksIn } from '#shared/tasks/store/user-tasks.ts';
import { vendorCooldownsIn } from '#shared/vendors/vendor-cooldowns.ts';
import { newSid, sceneOf } from '#test/api/events/scene.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { invited, newHolder } from '#test/api/licences/team-scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newUser, newWorld, startApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { newEndpoint } from '#test/webhooks/scene.ts';

const startedAt = Date.parse('2026-11-21T12:00:00Z');
const now = () => startedAt;
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
  webhook_delivery: { file: 'shared/webhooks/store/new-delivery.ts', seconds: days(30) },
};

async function keptSeconds(): Promise<Map<string, Set<number>>> {
  const world = await newWorld(startedAt);
  const app = await startApp(world);
  const scene = sceneOf(app);
  const tables = Object.fromEntries(
    tableNames.map((name) => [name, tableAt(world.prefix + name, testDynamo())]),
  ) as Record<TableName, ReturnType<typeof tableAt>>;
  const clock = { now };

  const advertiser = await newAdvertiser(app);
  const { headers } = advertiser;
  const request = { ...headers, 'Idempotency-Key': 'key_1' };
  const key = bodyOf(
    await app.keys.createKey({
      body: { name: 'x', kind: 'secret', environment: 'live' },
      headers: request,
    }),
  );
  bodyOf(await app.keys.rotateKey({ params: { id: key.id }, body: {}, headers }));
  await newEndpoint(app, request);
  await advertiser.click('svc_campaign=spring&gclid=abc');
  const sid = await advertiser.click('svc_campaign=spring&gclid=abc');
  bodyOf(await app.pixel.identify({ body: { key: advertiser.pixelKey, sid, external_user_id: 'u' } }));
  bodyOf(
    await app.pixel.sendPixelEvents({
      body: { key: advertiser.pixelKey, sid, events: [{ event_type: 'page_view', event_id: 'p1' }] } as never,
    }),
  );
  bodyOf(await app.pixel.identify({ body: { key: advertiser.pixelKey, sid, external_user_id: 'v' } }));
  const event = {
    event_type: 'own_type',
    event_id: 'e1',
    svc_click_id: sid,
    value: 5,
    external_user_id: 'u',
  };
  for (const more of [
    {},
    {},
    { value: 6 },
    { event_type: 'Bad type', event_id: 'e2' },
    { event_id: 'e3', svc_click_id: newSid(), external_user_id: null },
  ])
    await scene.send(advertiser, { ...event, ...more });
  const adjustment = { query: {}, body: { net_value: 1, reason: 'refund' as const }, headers };
  for (const event_id of ['e1', 'not_yet'])
    bodyOf(await app.adjustments.adjustEvent({ params: { event_id }, ...adjustment }));
  await app.settle();
  bodyOf(await app.clicks.applyChannelRules({ body: { from: '2026-11-20' }, headers }));
  const order = { order_id: 'o1', occurred_at: '2026-11-20T10:00:00Z', value: 5, currency: 'USD' };
  const { reconciliation_id } = bodyOf(
    await app.reconciliation.createReconciliation({ body: { rows: [order] }, query: {}, headers }),
  );
  await app.work('reconciliation');
  bodyOf(
    await app.reconciliation.previewRepair({
      ...{ params: { id: reconciliation_id }, query: {}, body: { repair: 'send_missing' }, headers },
    }),
  );
  bodyOf(await app.events.createExport({ body: { from: '2026-11-01', to: '2026-11-30' }, headers }));
  await app.settle();
  await app.accounts.register({ body: { email: 'ada@company.example', password: 'correct horse battery' } });
  await app.settle();
  await app.accounts.login({ body: { email: 'ada@company.example', password: 'wrong' } });
  const user = await newUser(app);
  bodyOf(await app.notifications.scheduleNudge({ body: { type: 'cart_abandoned' }, headers: user.headers }));
  await app.settle();
  await invited(app, await newHolder(app), 'team@company.example');

  const { accounts, analysis, attribution } = tables;
  await descriptionFindingsIn(accounts, clock).keep('digest', {
    meaning: 'clear',
    isHarmful: false,
    categories: [],
  } as never);
  await recoveriesIn(accounts, clock).start({
    userId: 1,
    sessionEpoch: 1,
    ended: [],
    toConfirm: [],
  } as never);
  await resetRequestsIn(accounts, clock).keep({ email: 'a@company.example', request_id: 'r' });
  await usedTokensIn(accounts).use({ operation: 'o', tokenId: 't', by: 'b', expiresAt: startedAt });
  await waitlistIn(accounts, clock).flagAddress('a@company.example', '192.0.2.0/24', {
    textDigest: 'd',
    categories: [],
  } as never);
  await accounts.transact([waitlistIn(accounts, clock).registrationNetworkPart(1, '192.0.2.0/24')]);
  await adCacheIn(analysis, clock).claim(
    'shop',
    { country: 'US', status: 'active' } as never,
    { id: 'c', freshAt: 0, asked: 1, failedAt: 0 } as never,
  );
  await adDaysIn(analysis, clock).put(1, 'act_1', [
    { day: '2026-11-20', readFor: '2026-11-20', ads: [], conversions: [] },
  ] as never);
  const walk = await canaryWalksIn(accounts, clock).start('hash' as never);
  await canaryWalksIn(accounts, clock).close(walk as never);
  await canaryWalksIn(accounts, clock).start('hash' as never);
  await llmSpendIn(accounts, clock).add('call', 1);
  await notificationsIn(accounts, clock).once(1, 'thing', { retentionDays: 3 });
  await receivedWebhooksIn(accounts, clock).record({} as never);
  await promptRequestsIn(analysis, clock).take(1, 'key', 'print');
  await streamScaleIn(attribution, clock).grow();
  await streamScaleIn(attribution, clock).reach('shard', '1');
  const { id: accountId, secretKeyId: keyId } = advertiser;
  const ofAccount = { accountId, environment: 'live' } as const;
  await linkErasuresIn(attribution, clock).note({
    ...ofAccount,
    sid: newSid(),
    userHash: 'h',
    clickedAt: '2026-11-21T12:00:00.000Z',
  });
  await keyExposureIn(attribution, clock).exposed({ ...ofAccount, keyId, pixelKey: null } as never, {
    origin: 'https://shop.example',
    ending: 'abcd',
  });
  const counters = eventCountersIn(attribution, { ...clock, name: 'ingest' });
  await counters.charge('1', 1, { perSecond: 200, burst: 1000 } as never, 0);
  bodyOf(
    await app.operators.recount({
      body: { user_id: accountId, from: '2026-11-01', to: '2026-11-30' },
      headers: operator,
    }),
  );
  await app.work('recount');
  const nudge = world.messages.find((sent) => sent.queue === 'nudge_email')
    ?.message as Message<'nudge_email'>;
  await nudgesIn(accounts, clock).claim(
    { userId: nudge.user_id, day: nudge.day, nudgeId: nudge.nudge_id } as never,
    '2026-11-21',
  );
  const { task } = await userTasksIn(analysis, clock).start({
    job: 'discovery',
    userId: 1,
    subject: 's',
    parameters: {},
  } as never);
  const taskWork = userTaskWorkIn(analysis, clock);
  await taskWork.keep(task.id, 'step', 'output');
  await vendorCooldownsIn(accounts, clock).note('vendor' as never, 60);

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
