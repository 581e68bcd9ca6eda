// Slow: it builds the cloud's template or bundles.
import { readFileSync } from 'node:fs';
import { service } from '#lib/cloud/service-description.ts';
import { stageNamed, synthesised } from './synthesised.ts';

const capabilities: Record<string, readonly string[]> = {
  'Accounts and sign-in': [
    'auth',
    'operator-auth',
    'onboarding',
    'account-erasure',
    'account_erasure-queue',
    'description-checks',
    'description_checks-queue',
    'reset-codes',
    'reset_codes-queue',
  ],
  'Conversions, pixel and reports': [
    'conversions',
    'pixel',
    'attribution',
    'conversion-totals',
    'attribution-conversion-totals-stream',
    'erasure',
    'erasure-queue',
    'export',
    'export-queue',
    'recount',
    'recount-queue',
    'spend-import',
    'spend_import-queue',
    'click-verdicts',
    'verdicts-queue',
    'spend-import',
    'spend_import-queue',
    'reconciliation',
    'reconciliation-queue',
  ],
  Webhooks: ['webhooks', 'webhook-deliveries', 'webhooks-queue'],
  'Competitors and keyword plans': [
    'competitors',
    'discover',
    'discovery',
    'discovery-queue',
    'dashboard',
    'keyword-plan',
    'keyword_plan-queue',
    'media',
    'media-copies',
    'media-queue',
  ],
  Assistants: ['prompts', 'mcp', 'assistant-ads', 'assistant-ads-schedules', 'assistant-report', 'assistant_report-queue'],
  Credits: ['credits', 'grants', 'grants-queue', 'grant-jobs', 'grant-jobs-schedules'],
  'Mail and notices': [
    'notifications',
    'mail-links',
    'mail',
    'mail-events',
    'mail_events-queue',
    'nudge-email',
    'nudge_email-queue',
    'bulk_mail-queue',
    'lifecycle-mail',
    'lifecycle-mail-schedules',
    'notices',
    'notices-queue',
    'effects',
    'effects-queue',
    'outbox',
    'accounts-outbox-stream',
    'analysis-outbox-stream',
    'attribution-outbox-stream',
  ],
  Operators: [
    'maintenance',
    'tracing',
    'search-index',
    'accounts-search-index-stream',
    'analysis-search-index-stream',
    'night-jobs',
    'night-jobs-schedules',
    'backup',
    'backup-queue',
    'prune',
    'prune-queue',
    'canary',
    'canary-schedules',
  ],
  Documentation: ['docs'],
  'Tables, buckets, secrets, key': [
    'accounts-table',
    'attribution-table',
    'analysis-table',
    'transient-table',
    'access-log-bucket',
    'backup-bucket',
    'export-bucket',
    'files-bucket',
    'secret-',
    'topic-key',
  ],
  'Gateway, CloudFront, firewalls': ['api', 'edge', 'web-acl'],
  'Alarms, dashboard, deployments': ['alarms', 'overview', 'deployments'],
  'Shared by several': ['scheduler', 'queues-over-tls', 'Custom'],
};

const idOf = (name: string) => name.replace(/[^A-Za-z0-9]/g, '');
const owners = Object.entries(capabilities)
  .flatMap(([capability, names]) => names.map((name) => ({ capability, id: idOf(name) })))
  .sort((a, b) => b.id.length - a.id.length);

const counts = (['dev', 'prod'] as const).map((stage) => {
  const { Resources } = JSON.parse(synthesised(service, stageNamed(stage)).text) as { Resources: object };
  return Map.groupBy(Object.keys(Resources), (id) => owners.find((owner) => id.startsWith(owner.id))?.capability ?? `nobody's: ${id}`);
});

it('docs/architecture.md says how many resources each capability has, in both stages', () => {
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const sum = (stage: (typeof counts)[number]) => [...stage.values()].reduce((all, ids) => all + ids.length, 0);
  const names = [...new Set([...Object.keys(capabilities), ...counts.flatMap((stage) => [...stage.keys()])])];
  const table = [
    row(['Capability', 'dev', 'prod']),
    row(['---', '---:', '---:']),
    ...names.map((name) => row([name, ...counts.map((stage) => stage.get(name)?.length ?? 0)])),
    row(['**together**', ...counts.map((stage) => `**${sum(stage)}**`)]),
  ].join('\n');
  for (const stage of counts) expect(sum(stage)).toBeLessThanOrEqual(420);
  expect(readFileSync('docs/architecture.md', 'utf8')).toContain(table);
});
