import type { Effect } from '#shared/domain/effects.ts';
import { keyOf } from './keys.ts';
import type { Table } from './table.ts';

export type ResetRequests = ReturnType<typeof resetRequestsIn>;

const retentionSeconds = 86_400;

/** Requests for reset codes that could not be queued. The table's stream delivers them when the queue works again. */
export const resetRequestsIn = (table: Table, { now }: { now: () => number }) => ({
  async keep({ email, request_id }: { email: string; request_id: string }): Promise<void> {
    const effect: Effect = { kind: 'reset_code', id: `reset_code#${request_id}`, email, request_id };
    await table.put({
      ...keyOf.resetRequest(request_id),
      kind: 'reset_request',
      effects: JSON.stringify([effect]),
      ttl: Math.ceil(now() / 1000) + retentionSeconds,
    });
  },
});
