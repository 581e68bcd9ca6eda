import { randomUUID } from 'node:crypto';
import { keyOf as keyOfCompetitors } from '#shared/competitors/items.ts';
import { keyOf as keyOfKeywordPlans } from '#shared/keyword-plans/items.ts';
import { keyOf as keyOfTasks } from '#shared/tasks/items.ts';
import { newDeleted, newOwner, type Owner } from '#test/api/accounts/deletion/deleted-account.ts';
import { newKey, operator } from '#test/api/licences/partner/partner-scene.ts';
import { sourcesOf } from '#test/api/operators/tracing/scene.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';

const dayMs = 86_400_000;
export const secretWord = 'Zanzibar';

export async function fill(app: TestApp, owner: Owner) {
  const { headers, key, id } = owner;
  await app.accounts.changeProfile({
    body: { company: `${secretWord} Shoes`, full_name: `Ada ${secretWord}` },
    headers,
  });
  const sid = await owner.click(`svc_campaign=${secretWord}&svc_ad_id=ad_1`);
  for (let i = 0; i < 5; i++) {
    const sent = await app.conversions.sendConversion({
      body: {
        event_type: 'order_created',
        event_id: `order_created:${i}`,
        value: 5,
        svc_click_id: i === 4 ? 's_unknown' : sid,
        external_user_id: 'customer-1',
        properties: { sku: secretWord },
      } as Parameters<TestApp['conversions']['sendConversion']>[0]['body'],
      headers: key,
    });
    if (sent.status >= 300) throw new Error(JSON.stringify(sent.body));
  }
  await app.settle();
  await fillBooks(app, owner);
  await app.notifications.completeWalkthrough({ headers });
  await app.notifications.signUpForEarlyAccess({ body: { feature: 'ads_studio' } as never, headers });
  await app.mailLinks.changeEmailPreferences({ body: { lifecycle_emails: true }, headers });
  await app.ledger.grant(id, {
    type: 'ADJUSTMENT',
    amount: 7,
    reason: `For ${secretWord}`,
    claim: `test#${randomUUID()}`,
    actor: 'operator:test',
  } as Parameters<TestApp['ledger']['grant']>[1]);
  const sources = sourcesOf(app);
  const conversation = sources.conversation(id, { texts: [`Shoes of ${secretWord}`] });
  const prompt = sources.prompt(conversation, { prompt: secretWord });
  await sources.analysis.transact(sources.conversations.newParts(conversation, prompt));
  await sources.putSession(sources.session(id, { texts: [secretWord] }));
  await sources.analysis.putMany([
    { ...keyOfCompetitors.competitor(id, 'rival.example'), kind: 'competitor', name: secretWord },
    { ...keyOfKeywordPlans.keywordPlan(id, 1), kind: 'keyword_plan', text: secretWord },
    { ...keyOfTasks.userTask(`task_${id}`), kind: 'user_task', userId: id, result: secretWord },
    { ...keyOfTasks.taskStep(`task_${id}`, 'a'), kind: 'task_step', output: secretWord },
    { ...keyOfTasks.taskStep(`task_${id}`, 'z'), kind: 'task_step', output: secretWord },
  ]);
  for (const name of [`exports/${id}/export_1.ndjson.gz`, `images/${id}/1.png`, `reports/${id}/act_1/2026-11-20.json`])
    app.world.objects.files.set(name, Buffer.from(secretWord));
  const [license_key, client] = [newKey(), await newUser(app)];
  await app.operators.setLicence({
    body: { license_key, tier: 1, status: 'active', user_id: id, team_members: [client.id] },
    headers: operator,
  });
  for (const [manager_user_id, client_user_id] of [
    [id, client.id],
    [client.id, id],
  ] as const)
    await app.operators.linkManagedClient({
      body: { manager_user_id, client_user_id },
      headers: operator,
    });
  await app.settleSearch();
  return { license_key, client };
}

export const bookKinds = [
  'adjusted_row',
  'pending_adjustments',
  'reconciliation',
  'reconciliation_part',
  'reconciliation_preview',
  'reconciliation_request',
  'reconciliation_rules',
  'reconciliation_month',
];
async function fillBooks(app: TestApp, { headers }: Owner) {
  const body = { net_value: 1, reason: 'refund' as const, note: secretWord };
  for (const event_id of ['order_created:0', 'order_created:later'])
    await app.adjustments.adjustEvent({ params: { event_id }, query: {}, body, headers });
  await app.reconciliation.changeReconciliationRules({
    body: {
      excluded_statuses: [],
      excluded_channels: [secretWord],
      exclude_tests: true,
      coverage_bound: 0,
    },
    headers,
  });
  const occurred_at = new Date(app.world.clock.now - 60_000).toISOString();
  const october = { occurred_at: '2026-10-20T10:00:00Z', value: 9, currency: 'USD', order_id: 'october' };
  const past = { body: { rows: [october] }, query: {}, headers };
  await app.reconciliation.createReconciliation(past);
  await app.work('reconciliation');
  await app.reconciliation.closeReconciliationMonth({
    params: { month: '2026-10' },
    query: {},
    body: { reason: secretWord },
    headers,
  });
  const row = { occurred_at, value: 9, currency: 'USD', external_user_id: `customer of ${secretWord}` };
  const answer = await app.reconciliation.createReconciliation({
    body: { rows: ['0', `lost ${secretWord}`].map((order_id) => ({ ...row, order_id })) },
    query: {},
    headers,
  });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  await app.work('reconciliation');
  const params = { id: answer.body.reconciliation_id };
  await app.reconciliation.previewRepair({ params, query: {}, body: { repair: 'send_missing' }, headers });
  await app.settle();
}

export async function filledAndDeleted(app: TestApp) {
  const owner = await newOwner(app);
  const { license_key, client } = await fill(app, owner);
  const answer = await app.accounts.deleteAccount({
    body: { password: 'correct horse battery' },
    headers: owner.headers,
  });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  await deliverEffects(app);
  return { ...owner, license_key, client };
}

export { newDeleted };
export const daysLater = (app: TestApp, days: number) => {
  app.world.clock.now += days * dayMs;
};

export const night = (app: TestApp) =>
  app.runAtNight({
    job: 'erase_deleted_accounts',
    scheduledAt: new Date(app.world.clock.now).toISOString(),
  });

export async function eraseAtNight(app: TestApp) {
  const report = await night(app);
  await app.work('account_erasure');
  await app.settleSearch();
  return report;
}
