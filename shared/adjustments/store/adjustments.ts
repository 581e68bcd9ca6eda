import { keyOf } from '#shared/adjustments/items.ts';
import { pendingDays } from '#shared/adjustments/rules/limits.ts';
import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf as keyOfConversions } from '#shared/conversions/items.ts';
import { type Adjustment, lastStatedAt } from '#shared/conversions/rules/adjustments.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table, Update } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const pendingMs = days(pendingDays);

export const refusals = ['currency_mismatch', 'click_id_out_of_scope'] as const;
/**
 * `currency` and `pixelKey` are checked when the event arrives. An adjustment that fails the check is refused and stays
 * stored.
 */
export type PendingAdjustment = Adjustment & {
  currency?: string;
  pixelKey?: string;
  refusal?: (typeof refusals)[number];
};
export type Pending = {
  accountId: AccountId;
  environment: Environment;
  eventId: string;
  adjustments: readonly PendingAdjustment[];
  version: number;
};
export const visibleTo = (pixelKey: string | null | undefined, pending: Pending | null): readonly PendingAdjustment[] =>
  (pending?.adjustments ?? []).filter((adjustment) => !pixelKey || adjustment.pixelKey === pixelKey);
type EventName = Pick<Conversion, 'accountId' | 'environment' | 'eventId'>;
type AdjustedEvent = EventName & Pick<Conversion, 'adjustmentsVersion' | 'erasedAt'>;
export type Adjustments = ReturnType<typeof adjustmentsIn>;

const keyOfEvent = ({ accountId, environment, eventId }: EventName) => keyOfConversions.conversion(accountId, environment, eventId);
const keyOfPending = ({ accountId, environment, eventId }: EventName) => keyOf.pendingAdjustments(accountId, environment, eventId);

/** A write returns whether nothing has changed since the read. */
export const adjustmentsIn = (table: Table, { now }: { now: () => number }) => {
  const isOver = (adjustment: Adjustment) => Date.parse(lastStatedAt(adjustment)) + pendingMs <= now();
  const current = <T extends Pending>(item: T): T => ({
    ...item,
    adjustments: item.adjustments.filter((adjustment) => !isOver(adjustment)),
  });

  function changeOf(event: AdjustedEvent, adjustments: readonly Adjustment[], effects: readonly Effect[] = []): Update {
    const { adjustmentsVersion: version, erasedAt } = event;
    const isEmpty = adjustments.length === 0;
    const set = [
      'adjustmentsVersion = :next',
      ...(isEmpty ? [] : ['adjustments = :adjustments']),
      ...(effects.length > 0 ? ['effects = :effects'] : []),
    ];
    return {
      key: keyOfEvent(event),
      update: `SET ${set.join(', ')}${isEmpty ? ' REMOVE adjustments' : ''}`,
      // An erasure removes notes, so a note must not be written after it.
      condition:
        `attribute_exists(pk) AND attribute_${erasedAt ? '' : 'not_'}exists(erasedAt) AND ` +
        (version === undefined ? 'attribute_not_exists(adjustmentsVersion)' : 'adjustmentsVersion = :version'),
      values: {
        ':next': (version ?? 0) + 1,
        ...(!isEmpty && { ':adjustments': adjustments }),
        ...(effects.length > 0 && { ':effects': JSON.stringify(effects) }),
        ...(version !== undefined && { ':version': version }),
      },
    };
  }

  function pendingItem({ accountId, environment, eventId }: EventName, adjustments: readonly PendingAdjustment[], version: number): Item {
    const times = adjustments.map((adjustment) => Date.parse(lastStatedAt(adjustment)));
    const ends = Math.max(...(times.length > 0 ? times : [now()])) + pendingMs;
    return {
      ...keyOf.pendingAdjustments(accountId, environment, eventId),
      kind: 'pending_adjustments',
      accountId,
      environment,
      eventId,
      adjustments,
      version,
      ttl: Math.ceil(ends / 1000),
    };
  }
  const unchanged = (before: Pick<Pending, 'version'>) => ({
    condition: 'version = :version',
    values: { ':version': before.version },
  });

  return {
    set: (event: AdjustedEvent, adjustments: readonly Adjustment[], effects: readonly Effect[] = []): Promise<boolean> =>
      tookEffect(table.update(changeOf(event, adjustments, effects))),

    async pending(name: EventName): Promise<Pending | null> {
      const item = await table.get<Item & Pending>(keyOfPending(name), { consistent: true });
      return item && current(item);
    },

    /** Makes one read per event, a hundred a call. */
    async pendingOf(names: readonly EventName[]): Promise<Pending[]> {
      const keys = new Map(names.map(keyOfPending).map((key) => [key.pk, key]));
      const items = await table.getMany<Item & Pending>([...keys.values()], { consistent: true });
      return items.map(current);
    },

    setPending(
      name: EventName,
      before: Pending | null,
      adjustments: readonly PendingAdjustment[],
      effects: readonly Effect[] = [],
    ): Promise<boolean> {
      const item = {
        ...pendingItem(name, adjustments, (before?.version ?? 0) + 1),
        ...withEffects(effects),
      };
      return tookEffect(
        before ? table.put(item, unchanged(before).condition, unchanged(before)) : table.put(item, 'attribute_not_exists(pk)'),
      );
    },

    /** The pending adjustments move in one transaction, so that a withdrawal finds each of them in one place. */
    apply: (
      event: AdjustedEvent,
      adjustments: readonly Adjustment[],
      before: Pending,
      refused: readonly PendingAdjustment[],
    ): Promise<boolean> =>
      tookEffect(
        table.transact([
          changeOf(event, adjustments),
          refused.length === 0
            ? { remove: keyOfPending(event), ...unchanged(before) }
            : { put: pendingItem(event, refused, before.version + 1), ...unchanged(before) },
        ]),
      ),
  };
};
