import { spendImportRecordOf } from '#functions/api/spend/spend-answer.ts';
import { importStatuses, type SpendImport } from '#shared/spend/rules/spend-imports.ts';

const stored = {
  id: 'spend_1',
  environment: 'live',
  network: 'google_ads',
  adAccount: 'default',
  mode: 'upsert',
  currency: 'USD',
  timeZone: 'UTC',
  pixelKey: null,
  rows: 9,
  summed: 2,
  skipped: null,
  days: 8,
  from: '2026-11-01',
  to: '2026-11-08',
  problems: [],
  problemCount: 0,
  published: 0,
  difference: { added: 1, changed: 2, removed: 3, spendBefore: '12.5', spendAfter: '3' },
  createdAt: '2026-11-21T12:00:00.000Z',
  by: { kind: 'user', id: '7' },
  status: 'running',
} as unknown as SpendImport;
const percentOf = (changes: Partial<SpendImport>) => spendImportRecordOf({ ...stored, ...changes }).percent;

describe('an import of spend', () => {
  it.each([
    [0, 8, 0],
    [1, 8, 12],
    [7, 8, 87],
    [8, 8, 99],
    [199, 200, 99],
    [0, 0, 0],
  ])('has, with %d of %d days published, %d percent until it is complete', (published, days, percent) => {
    expect(percentOf({ published, days })).toBe(percent);
    expect(percentOf({ published, days, status: 'pending' })).toBe(percent);
  });

  it.each(importStatuses.filter((status) => status !== 'pending' && status !== 'running'))('that is %s has 100 percent', (status) => {
    expect(percentOf({ status, published: 1 })).toBe(100);
  });

  it('has each value in its field', () => {
    const later = { completedAt: '2026-11-21T13:00:00.000Z', undoneAt: '2026-11-21T14:00:00.000Z' };
    expect(spendImportRecordOf({ ...stored, ...later, isUnchanged: true })).toMatchObject({
      import_id: 'spend_1',
      status: 'running',
      unchanged: true,
      environment: 'live',
      network: 'google_ads',
      account: 'default',
      mode: 'upsert',
      currency: 'USD',
      time_zone: 'UTC',
      rows: 9,
      summed: 2,
      days: 8,
      from: '2026-11-01',
      to: '2026-11-08',
      added: 1,
      changed: 2,
      removed: 3,
      spend_before: '12.50',
      spend_after: '3.00',
      created_at: '2026-11-21T12:00:00.000Z',
      completed_at: '2026-11-21T13:00:00.000Z',
      undone_at: '2026-11-21T14:00:00.000Z',
      created_by: { kind: 'user', id: '7' },
    });
    expect(spendImportRecordOf(stored)).toMatchObject({
      completed_at: null,
      undone_at: null,
      unchanged: false,
    });
  });
});
