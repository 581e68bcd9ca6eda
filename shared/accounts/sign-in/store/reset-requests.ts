import { keyOf } from '#shared/accounts/sign-in/items.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { Table } from '#shared/store/table.ts';
import { daysInSeconds } from '#shared/values/durations.ts';

const retentionSeconds = daysInSeconds(1);

/** The table's stream delivers reset requests that could not be queued. */
export const resetRequestsIn = (table: Table, { now }: { now: () => number }) => ({
  async keep(request: { email: string; request_id: string; network?: string }): Promise<void> {
    const { request_id } = request;
    const effect: Effect = { kind: 'reset_code', id: `reset_code#${request_id}`, ...request };
    await table.put({
      ...keyOf.resetRequest(request_id),
      kind: 'reset_request',
      effects: JSON.stringify([effect]),
      ttl: Math.ceil(now() / 1000) + retentionSeconds,
    });
  },
});
