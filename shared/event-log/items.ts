import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const dayLists = 256;
type DayRow = { id: string; part?: number | undefined };
const partSuffix = (part: number | undefined) => (part === undefined ? '' : `#p${part}`);

export const keyOf = {
  export: (accountId: AccountId, exportId: string) => key(`EXPORT#${accountId}`, exportId),
  /** By this key, a recount of the UTC day finds the adjusted event. */
  adjustedRow: (accountId: AccountId, environment: string, day: string, eventId: string) =>
    key(`LOGADJUSTED#${accountId}#${environment}#${day}`, eventId),
  logEntry: (accountId: AccountId, environment: string, day: string, { receivedAt, id, part }: DayRow & { receivedAt: string }) =>
    key(`LOG#${accountId}#${environment}#${day}${partSuffix(part)}`, `${receivedAt}#${id}`),
  tombstone: (accountId: AccountId, digest: string) => key(`TOMBSTONE#${accountId}#${digest}`, 'TOMBSTONE'),
  /** A partition per account and UTC day can be removed without a scan; `part` is of a busy day. */
  pixelEvent: (accountId: AccountId, environment: string, day: string, { at, id, part }: DayRow & { at: string }) =>
    key(`PIXEL#${accountId}#${environment}#${day}${partSuffix(part)}`, `${at}#${id}`),
  pixelDay: (day: string, accountId: AccountId, environment: string, list?: number) =>
    key(`PIXELDAY#${day}${list === undefined ? '' : `#${list}`}`, `${accountId}#${environment}`),
  pixelDayLists: (day: string) => key(`PIXELDAY#${day}`, 'LISTS'),
  logPayload: (accountId: AccountId, environment: string, day: string, { receivedAt, id, part }: DayRow & { receivedAt: string }) =>
    key(`LOGPAYLOAD#${accountId}#${environment}#${day}${partSuffix(part)}`, `${receivedAt}#${id}`),
  tally: (accountId: AccountId, environment: string, day: string, { at, id, part }: DayRow & { at: string }) =>
    key(`TALLY#${accountId}#${environment}#${day}${partSuffix(part)}`, `${at}#${id}`),
  clickRow: (accountId: AccountId, environment: string, day: string, { at, id, part }: DayRow & { at: string }) =>
    key(`LOGCLICK#${accountId}#${environment}#${day}${partSuffix(part)}`, `${at}#${id}`),
};

export const items = {
  EXPORT: { erasure: 'pk', recovery: { ends: 'export' }, retention: { export: { days: 30 } } },
  LOGADJUSTED: { erasure: 'pk', recovery: 'for_reports', retention: { adjusted_row: { days: 90.5 } } },
  LOG: {
    erasure: 'pk',
    recovery: 'for_owner',
    retention: { log: { days: 90 } },
    eventualReads: ['Query'],
  },
  // The digests in tombstones also erase late records of the projection.
  TOMBSTONE: { erasure: 'kept', recovery: 'bookkeeping' },
  PIXEL: { erasure: 'pk', recovery: 'for_reports', retention: { pixel_event: { days: 90 } } },
  PIXELDAY: {
    erasure: 'kept',
    recovery: 'for_reports',
    eventualReads: ['GetItem', 'BatchGetItem', 'Query'],
  },
  LOGPAYLOAD: {
    erasure: 'pk',
    recovery: 'for_owner',
    retention: { log_payload: { days: 14 } },
    forms: { 'rejected-events': 1 },
  },
  TALLY: { erasure: 'pk', recovery: 'for_reports', retention: { tally: { days: 7 } } },
  LOGCLICK: { erasure: 'pk', recovery: 'for_reports', retention: { click_row: { days: 90 } } },
} as const satisfies ItemKinds;
