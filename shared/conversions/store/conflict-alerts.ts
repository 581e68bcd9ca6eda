import { keyOf } from '#shared/conversions/items.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { withEffects } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownerOf } from '#shared/values/tenant.ts';

const retentionMs = days(3);
/** The stream delivers within a day, so an older conflict is of a history that was written later. */
const currentMs = days(2);

export type ConflictAlerts = ReturnType<typeof conflictAlertsIn>;

/** An owner gets at most one conflict mail per account and UTC day. */
export const conflictAlertsIn = (table: Table, { now }: { now: () => number }) => ({
  async raise({ accountId, eventId, eventType, conflict }: Conversion): Promise<void> {
    if (!conflict || now() - Date.parse(conflict.at) > currentMs) return;
    const day = dayOf(conflict.at);
    const effect: Effect = {
      kind: 'mail',
      id: `event_id_conflict#${accountId}#${day}`,
      to_user: ownerOf(accountId),
      template: 'event_id_conflict',
      data: {
        event_id: eventId,
        accepted_type: eventType,
        sent_type: conflict.sent.eventType,
        fields: conflict.fields.join(', '),
        at: mailTime(conflict.at),
      },
    };
    await table.putNew({
      ...keyOf.conflictAlert(accountId, day),
      kind: 'conflict_alert',
      ttl: Math.ceil((now() + retentionMs) / 1000),
      ...withEffects([effect]),
    });
  },
});
