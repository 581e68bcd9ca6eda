import type { Effect } from '#shared/messages/effects.ts';
import type { NudgeType } from '#shared/messages/lifecycle-mails.ts';
import { keyOf } from '#shared/notifications/items.ts';
import type { NudgeRefusal } from '#shared/notifications/rules/nudges.ts';
import type { Item } from '#shared/store/item.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { newId, randomText } from '#shared/values/ids.ts';
import type { UserId } from '#shared/values/tenant.ts';

/** An `unknown` nudge may have been sent. Times are ISO 8601 UTC. */
export type Nudge = {
  nudgeId: string;
  userId: UserId;
  type: NudgeType;
  day: string;
  scheduledFor: string;
  state: 'scheduled' | 'claimed' | 'sent' | 'skipped' | 'unknown';
  claimId?: string;
  claimedAt?: string;
  why?: NudgeRefusal;
  endedAt?: string;
};

const retentionDays = 90;

export const nudgesIn = (table: Table, { now }: { now: () => number }) => {
  const ttl = () => Math.ceil(now() / 1000) + daysInSeconds(retentionDays);
  const at = () => new Date(now()).toISOString();

  async function end(
    { userId, day }: Nudge,
    fields: Pick<Nudge, 'state' | 'why'>,
    condition: string,
    values: Record<string, unknown>,
  ): Promise<void> {
    const { state, why } = fields;
    await tookEffect(
      table.update({
        key: keyOf.nudge(userId, day),
        update: `SET #state = :state, endedAt = :at${why ? ', why = :why' : ''}`,
        condition,
        names: { '#state': 'state' },
        values: { ...values, ':state': state, ':at': at(), ...(why && { ':why': why }) },
      }),
    );
  }

  return {
    async schedule(userId: UserId, type: NudgeType, { day, due }: { day: string; due: number }) {
      const scheduledFor = new Date(due).toISOString();
      const nudge: Nudge = { nudgeId: newId('nudge'), userId, type, day, scheduledFor, state: 'scheduled' };
      const { nudgeId } = nudge;
      const effect: Effect = {
        kind: 'nudge',
        id: nudgeId,
        user_id: userId,
        nudge_id: nudgeId,
        type,
        day,
        due_at: scheduledFor,
      };
      const first = await table.putNew<Item & Nudge>({
        ...keyOf.nudge(userId, day),
        kind: 'nudge',
        ...nudge,
        createdAt: at(),
        effects: JSON.stringify([effect]),
        ttl: ttl(),
      });
      if (!first || first.nudgeId === nudgeId) return { isFirst: true, scheduledFor, skipped: null };
      return { isFirst: false, scheduledFor: first.scheduledFor, skipped: first.why ?? null };
    },

    of: (userId: UserId, day: string): Promise<Nudge | null> => table.get<Item & Nudge>(keyOf.nudge(userId, day), { consistent: true }),

    async claim({ userId, day, nudgeId }: Nudge, sendDay: string): Promise<{ claimId: string } | 'sent_today' | 'busy'> {
      const claimId = randomText(16);
      const refusal = await refusalOf(
        table.transact([
          {
            key: keyOf.nudge(userId, day),
            update: 'SET #state = :claimed, claimId = :claimId, claimedAt = :at',
            condition: 'nudgeId = :nudgeId AND #state = :scheduled',
            names: { '#state': 'state' },
            values: {
              ':claimed': 'claimed',
              ':scheduled': 'scheduled',
              ':nudgeId': nudgeId,
              ':claimId': claimId,
              ':at': at(),
            },
          },
          {
            put: { ...keyOf.nudgeOfDay(userId, sendDay), kind: 'nudge_of_day', nudgeId, claimId, ttl: ttl() },
            condition: 'attribute_not_exists(pk)',
          },
        ]),
      );
      if (!refusal) return { claimId };
      if (refusal.part === 1) return 'sent_today';
      return refusal.item?.claimId === claimId ? { claimId } : 'busy';
    },

    async release({ userId, day }: Nudge, sendDay: string, claimId: string): Promise<void> {
      const mine = { ':claimId': claimId };
      await tookEffect(
        table.transact([
          {
            key: keyOf.nudge(userId, day),
            update: 'SET #state = :scheduled REMOVE claimId, claimedAt',
            condition: 'claimId = :claimId AND #state = :claimed',
            names: { '#state': 'state' },
            values: { ...mine, ':scheduled': 'scheduled', ':claimed': 'claimed' },
          },
          { remove: keyOf.nudgeOfDay(userId, sendDay), condition: 'claimId = :claimId', values: mine },
        ]),
      );
    },

    markSent: (nudge: Nudge, claimId: string) => end(nudge, { state: 'sent' }, 'claimId = :claimId', { ':claimId': claimId }),

    isUnknown: (nudge: Nudge, claimId: string | undefined) =>
      end(nudge, { state: 'unknown' }, 'claimId = :claimId AND #state IN (:claimed, :state)', {
        ':claimId': claimId ?? '',
        ':claimed': 'claimed',
      }),

    skip: (nudge: Nudge, why: NudgeRefusal) =>
      end(nudge, { state: 'skipped', why }, 'nudgeId = :nudgeId AND #state IN (:scheduled, :state)', {
        ':nudgeId': nudge.nudgeId,
        ':scheduled': 'scheduled',
      }),
  };
};
