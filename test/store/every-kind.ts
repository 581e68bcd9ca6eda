import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Message } from '#functions/queues.ts';
import { recoveriesIn } from '#shared/accounts/deletion/store/recoveries.ts';
import { descriptionFindingsIn } from '#shared/accounts/profile/store/description-findings.ts';
import { waitlistIn } from '#shared/accounts/registration/store/waitlist.ts';
import { resetRequestsIn } from '#shared/accounts/sign-in/store/reset-requests.ts';
import { usedTokensIn } from '#shared/accounts/sign-in/store/used-tokens.ts';
import { adCacheIn } from '#shared/ads/store/ad-cache.ts';
import { keyExposureIn } from '#shared/api-keys/store/key-exposure.ts';
import { adDaysIn } from '#shared/assistant-ads/store/ad-days.ts';
import { assistantReportsIn } from '#shared/assistant-ads/store/assistant-reports.ts';
import { canaryWalksIn } from '#shared/canary/store/canary-walks.ts';
import { eventCountersIn } from '#shared/conversions/store/event-counters.ts';
import { dayKeysIn } from '#shared/destinations/store/day-keys.ts';
import { linkErasuresIn } from '#shared/event-log/store/link-erasures.ts';
import { llmSpendIn } from '#shared/llm/store/llm-spend.ts';
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
import { newAdvertiser, newUser, newWorld, startApp, type World } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { newEndpoint } from '#test/webhooks/scene.ts';

export const startedAt = Date.parse('2026-11-21T12:00:00Z');
const now = () => startedAt;

export async function everyKind(): Promise<World> {
  const world = await newWorld(startedAt);
  const app = await startApp(world);
  const scene = sceneOf(app);
  const tables = Object.fromEntries(tableNames.map((name) => [name, tableAt(world.prefix + name, testDynamo())])) as Record<
    TableName,
    ReturnType<typeof tableAt>
  >;
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
  const collecting = { params: { network: 'meta' as const }, body: { state: 'collecting' as const }, headers };
  bodyOf(await app.destinations.changeDestination(collecting));
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
    { user_data: { email: 'ada@company.example' }, consent: { ad_user_data: 'granted' } },
    {},
    { value: 6 },
    { event_type: 'Bad type', event_id: 'e2' },
    { event_id: 'e3', svc_click_id: newSid(), external_user_id: null },
  ])
    await scene.send(advertiser, { ...event, ...more });
  const adjustment = { query: {}, body: { net_value: 1, reason: 'refund' as const }, headers };
  for (const event_id of ['e1', 'not_yet']) bodyOf(await app.adjustments.adjustEvent({ params: { event_id }, ...adjustment }));
  await app.settle();
  bodyOf(await app.clicks.applyChannelRules({ body: { from: '2026-11-20' }, headers }));
  const order = { order_id: 'o1', occurred_at: '2026-11-20T10:00:00Z', value: 5, currency: 'USD' };
  const october = { ...order, occurred_at: '2026-10-20T10:00:00Z' };
  bodyOf(await app.reconciliation.createReconciliation({ body: { rows: [october] }, query: {}, headers }));
  await app.work('reconciliation');
  const closing = { params: { month: '2026-10' }, query: {}, body: {}, headers };
  bodyOf(await app.reconciliation.closeReconciliationMonth(closing));
  const { reconciliation_id } = bodyOf(await app.reconciliation.createReconciliation({ body: { rows: [order] }, query: {}, headers }));
  await app.work('reconciliation');
  bodyOf(
    await app.reconciliation.previewRepair({
      params: { id: reconciliation_id },
      query: {},
      body: { repair: 'send_missing' },
      headers,
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
  // A capability may write its kinds in its folder of tests.
  for (const file of globSync('test/*/kinds.ts')) await (await import(resolve(file))).writeKinds(tables);
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
  await assistantReportsIn(analysis, clock).notifyTeam('run_1', 'An account has no report.');
  await adDaysIn(analysis, clock).put(1, 'act_1', [{ day: '2026-11-20', readFor: '2026-11-20', ads: [], conversions: [] }] as never);
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
  await dayKeysIn(tables.transient, clock).seal({ accountId, lastDay: '2026-12-21', context: 'visit' }, 'x');
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
  const nudge = world.messages.find((sent) => sent.queue === 'nudge_email')?.message as Message<'nudge_email'>;
  await nudgesIn(accounts, clock).claim({ userId: nudge.user_id, day: nudge.day, nudgeId: nudge.nudge_id } as never, '2026-11-21');
  const { task } = await userTasksIn(analysis, clock).start({
    job: 'discovery',
    userId: 1,
    subject: 's',
    parameters: {},
  } as never);
  const taskWork = userTaskWorkIn(analysis, clock);
  await taskWork.keep(task.id, 'step', 'output');
  await vendorCooldownsIn(accounts, clock).note('vendor' as never, 60);

  return world;
}
