import { readUpload } from '#shared/reconciliation/read-upload.ts';
import { defaultRules } from '#shared/reconciliation/rules/account-rules.ts';
import type { Reconciliation } from '#shared/reconciliation/rules/reconciliations.ts';

const orders = [{ order_id: '1', value: '5.00', currency: 'USD', occurred_at: '2026-11-10T10:00:00Z' }];
const json = JSON.stringify({ rows: orders });
const csv = 'number,total,currency,at\n1,5.00,USD,2026-11-10T10:00:00Z\n';
const names = { order_id: 'number', value: 'total', currency: 'currency', occurred_at: 'at' };

async function read(text: string | null, columns: object) {
  const file = { key: 'k', currency: null, dateFormat: null, columns, from: null, to: null };
  const current = {
    id: 'r',
    accountId: 1,
    environment: 'live',
    createdAt: '2026-11-20T00:00:00.000Z',
    timeZone: 'UTC',
    idTemplate: 'order_created:{order_id}',
    file,
    rules: defaultRules,
  } as unknown as Reconciliation;
  const { status, stage, problems } = await readUpload(current, {
    objects: { get: async () => (text === null ? null : new Uint8Array(Buffer.from(text))) },
    parts: new Proxy({}, { get: () => async () => {} }),
    secrets: {},
  } as never);
  return [status, stage, ...(problems ?? []).map(({ code }) => code)];
}

it.each<[string, string | null, object, unknown[]]>([
  ['JSON', json, {}, ['running', 'matching']],
  ['JSON with columns', json, names, ['failed', 'done', 'extra_forbidden']],
  ['CSV with columns', csv, names, ['running', 'matching']],
  ['a file that is gone', null, {}, ['failed', 'done', 'file_gone']],
])('an upload of %s', async (_, text, columns, expected) => {
  expect(await read(text, columns)).toEqual(expected);
});
