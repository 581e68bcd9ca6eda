import type { LogEntry } from './entry.ts';

export const columns = [
  'received_at',
  'outcome',
  'event_id',
  'event_type',
  'reason',
  'campaign',
  'ad_group',
  'ad_id',
  'channel',
  'paid',
  'traffic',
  'value',
  'currency',
  'counted',
  'key_id',
  'request_id',
  'ad_user_data',
];

export const lineOf = (entry: LogEntry) =>
  columns.map((name) => {
    const value = name === 'reason' ? (entry.reason ?? entry.error?.code) : (entry as Record<string, unknown>)[name];
    return value === undefined ? '' : String(value);
  });
