import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { clickIdsIn } from '#shared/conversions/store/event-index.ts';
import { keyOf } from '#shared/event-log/items.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type Sent = Pick<Conversion, 'accountId' | 'receivedAt' | 'externalUserHash' | 'clickId' | 'click'>;
export type Tombstones = ReturnType<typeof tombstonesIn>;
export type LateErasure = { accountId: AccountId; selector: Selector; until: string };

/** Events received up to `unnamedUntil` are erased only if they name no user. */
type TombstoneItem = Item & { until?: string; unnamedUntil?: string };
type Subject = { accountId: AccountId; selector: Selector };

const writesAtOnce = 16;

/**
 * An erasure writes its tombstone before it looks for events, and the projection reads it after the index, so
 * one of them sees every event.
 */
export const tombstonesIn = (table: Table) => ({
  /** Makes one write for a user, or for each name of a click. */
  async add({ accountId, selector }: Subject, until: string): Promise<void> {
    const name = 'unnamed' in selector ? 'unnamedUntil' : 'until';
    await forEachConcurrent(keysOf(accountId, selector), writesAtOnce, async (key) => {
      await tookEffect(
        table.update({
          key,
          update: 'SET #until = :until, #kind = :kind',
          condition: 'attribute_not_exists(#until) OR #until < :until',
          names: { '#until': name, '#kind': 'kind' },
          values: { ':until': until, ':kind': 'tombstone' },
        }),
      );
    });
  },

  /** A call reads a hundred tombstones. */
  async erasuresFor(events: readonly Sent[]): Promise<LateErasure[]> {
    const knownKeys = new Map<string, Key>();
    const subjects = events.flatMap((event) => subjectsOf(event, knownKeys).map((subject) => ({ event, ...subject })));
    const keys = new Map(subjects.map(({ key }) => [key.pk, key]));
    const items = await table.getMany<TombstoneItem>([...keys.values()], { consistent: true });
    const tombstones = new Map(items.map((item) => [item.pk, item]));
    const lateErasures = subjects.flatMap(({ event: { accountId, receivedAt }, key, selector }) => {
      const { until = '', unnamedUntil = '' } = tombstones.get(key.pk) ?? {};
      if (receivedAt <= until) return [{ accountId, selector, until }];
      // An event that names its user stays after its click's erasure, and may link the user to the click.
      return 'clickIds' in selector && receivedAt <= unnamedUntil
        ? [{ accountId, selector: { ...selector, unnamed: true as const }, until: unnamedUntil }]
        : [];
    });
    return [...new Map(lateErasures.map((erasure) => [JSON.stringify(erasure), erasure])).values()];
  },
});

const keyOfName = (accountId: AccountId, kind: 'user' | 'click', name: string): Key =>
  keyOf.tombstone(accountId, sha256(`${kind} ${name}`));

const keysOf = (accountId: AccountId, selector: Selector): Key[] =>
  'userHash' in selector
    ? [keyOfName(accountId, 'user', selector.userHash)]
    : [...new Set(selector.clickIds)].map((clickId) => keyOfName(accountId, 'click', clickId));

function subjectsOf(event: Sent, knownKeys: Map<string, Key>): { key: Key; selector: Selector }[] {
  const { accountId, externalUserHash: userHash } = event;
  const keyOfKnown = (kind: 'user' | 'click', name: string) => {
    const id = `${accountId} ${kind} ${name}`;
    const key = knownKeys.get(id) ?? keyOfName(accountId, kind, name);
    knownKeys.set(id, key);
    return key;
  };
  return [
    ...(userHash ? [{ key: keyOfKnown('user', userHash), selector: { userHash } }] : []),
    ...clickIdsIn(event).map((clickId) => ({
      key: keyOfKnown('click', clickId),
      selector: { clickIds: [clickId] },
    })),
  ];
}

/** `unnamed` excludes events that name a user. */
export type Selector = { userHash: string } | { clickIds: readonly string[]; unnamed?: true | undefined };
