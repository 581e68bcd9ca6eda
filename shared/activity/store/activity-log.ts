import { keyOf } from '#shared/activity/items.ts';
import { type ActivityActor, type ActivityType, activityDays } from '#shared/messages/activity-types.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { securityEvent } from './security-event.ts';

export type ActivityLog = ReturnType<typeof activityLogIn>;

export type ActivityEntry = {
  id: string;
  /** The entry of failed sign-ins has their minute. Times are ISO 8601 UTC. */
  at: string;
  type: ActivityType;
  actor: ActivityActor;
  network: string | null;
  requestId: string | null;
  details: EffectOf<'activity'>['details'];
  failures?: Set<string>;
};

export const activityPageItems = 1000;
const filteredQueryItems = 250;
const minuteLength = '2026-11-21T09:30'.length;

export const activityLogIn = (table: Table) => ({
  /** A flood must not fill the log, so failed sign-ins share an entry per minute. */
  async record(effect: EffectOf<'activity'>): Promise<void> {
    if (effect.type === 'sign_in_failed') return await countFailure(table, effect);
    const isNew = await tookEffect(table.put(itemOf(effect), 'attribute_not_exists(pk) OR attribute_exists(effects)'));
    if (!isNew) return;
    const { type, user_id, network, request_id, actor } = effect;
    securityEvent(type, { account_id: user_id, network, request_id, actor });
  },

  /** Some actions write no item that can contain effects. */
  part: (effect: EffectOf<'activity'>): Part => ({
    put: { ...itemOf(effect), effects: JSON.stringify([effect]) },
  }),

  note: (effect: EffectOf<'activity'>): Promise<void> => table.put({ ...itemOf(effect), effects: JSON.stringify([effect]) }),

  async page({ accountId, type, before, limit }: ActivityRange): Promise<ActivityPage> {
    const { pk } = keyOf.accountActivity(accountId, '', '');
    const entries: ActivityEntry[] = [];
    let place = before;
    for (let readItems = 0; readItems < activityPageItems; ) {
      const pageSize = type === undefined ? limit - entries.length : filteredQueryItems;
      const { items, more } = await table.last<Item & ActivityEntry>(pk, { before: place, limit: pageSize });
      for (const item of items) {
        place = item.sk;
        if ((type === undefined || item.type === type) && entries.push(item) === limit) return { entries, next: place };
      }
      if (!more) return { entries, next: null };
      readItems += items.length;
    }
    return { entries, next: place ?? null };
  },
});

type ActivityRange = {
  accountId: AccountId;
  type?: ActivityType | undefined;
  before?: string | undefined;
  limit: number;
};
export type ActivityPage = { entries: ActivityEntry[]; next: string | null };

const ttlOf = (at: string) => Math.ceil(Date.parse(at) / 1000) + daysInSeconds(activityDays);

function itemOf({ id: effectId, user_id, type, at, actor, network, request_id, details }: EffectOf<'activity'>) {
  const id = `act_${sha256(effectId).slice(0, 22)}`;
  const entry: ActivityEntry = { id, at, type, actor, network, requestId: request_id, details };
  return { ...keyOf.accountActivity(user_id, at, id), kind: 'account_activity', ...entry, ttl: ttlOf(at) };
}

async function countFailure(table: Table, effect: EffectOf<'activity'>): Promise<void> {
  const { id: name, user_id, type, at, actor, network, request_id, details } = effect;
  const minute = `${at.slice(0, minuteLength)}:00.000Z`;
  const id = `act_${sha256(JSON.stringify([user_id, minute, network, actor.id, details.limit])).slice(0, 22)}`;
  const first = {
    id,
    at: minute,
    type,
    actor,
    network,
    requestId: request_id,
    details,
    kind: 'account_activity',
  };
  const names = Object.keys(first) as (keyof typeof first)[];
  const values = Object.fromEntries(names.map((field, at) => [`:v${at}`, first[field]]));
  await table.update({
    key: keyOf.accountActivity(user_id, minute, id),
    update: `SET ${names.map((_, at) => `#n${at} = if_not_exists(#n${at}, :v${at})`).join(', ')}, #ttl = :ttl ADD failures :failure`,
    names: { ...Object.fromEntries(names.map((field, at) => [`#n${at}`, field])), '#ttl': 'ttl' },
    values: { ...values, ':ttl': ttlOf(minute), ':failure': new Set([name]) },
  });
}
