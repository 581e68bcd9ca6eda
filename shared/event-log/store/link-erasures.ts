import { keyOf } from '#shared/conversions/items.ts';
import type { UserLink } from '#shared/conversions/store/identities.ts';
import { keyOfLink } from '#shared/conversions/store/identities.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { resultOrNull, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { newId } from '#shared/values/ids.ts';

type Click = Pick<UserLink, 'accountId' | 'environment' | 'sid'>;
type ClickUser = Pick<UserLink, 'userHash' | 'clickedAt'>;
type StoredLink = Item & { leaving?: string; erasedAt?: string };

const callsAtOnce = 16;
const noteMs = days(30);

/**
 * A user's link is erased after the last event. The projection writes an event's row and then reads the link, and an
 * erasure marks the link and then reads the rows, so one of them sees the other.
 */
export function linkErasuresIn(table: Table, { now }: { now: () => number }) {
  const erased = () => ({ ':at': new Date(now()).toISOString() });

  async function holdersOf({ accountId, environment, sid }: Click): Promise<Map<string, ClickUser>> {
    const { pk } = keyOf.eventOfClick(accountId, environment, sid, '');
    const rows = table.query<Item & Partial<ClickUser>>(pk, [' ', afterPrefix('')], { consistent: true });
    const holders = new Map<string, ClickUser>();
    for await (const { userHash, clickedAt } of rows) if (userHash && clickedAt) holders.set(userHash, { userHash, clickedAt });
    return holders;
  }

  /** An existing mark stays, so that parallel erasures agree. */
  async function mark(link: UserLink): Promise<string | null> {
    const marked = await resultOrNull(
      table.update<StoredLink>({
        key: keyOfLink(link),
        update: 'SET leaving = if_not_exists(leaving, :mark), erasedAt = if_not_exists(erasedAt, :at)',
        condition: 'attribute_exists(pk)',
        values: { ':mark': newId('mark'), ...erased() },
      }),
    );
    return marked?.leaving ?? null;
  }

  return {
    async note({ accountId, environment, sid, userHash, clickedAt }: UserLink): Promise<void> {
      await table.update({
        key: keyOf.userOfClick(accountId, environment, sid, userHash),
        update: 'SET #kind = :kind, userHash = :user, clickedAt = :clicked, #ttl = if_not_exists(#ttl, :ttl)',
        names: { '#kind': 'kind', '#ttl': 'ttl' },
        values: {
          ':kind': 'user_of_click',
          ':user': userHash,
          ':clicked': clickedAt,
          ':ttl': Math.ceil((now() + noteMs) / 1000),
        },
      });
    },

    /** An erased click's links stay only if they lead to events. */
    async end(click: Click, users: readonly ClickUser[]): Promise<Map<string, ClickUser>> {
      const marks = new Map<ClickUser, string>();
      await forEachConcurrent(users, callsAtOnce, async (user) => {
        const leaving = await mark({ ...click, ...user });
        if (leaving) marks.set(user, leaving);
      });
      const holders = await holdersOf(click);
      const unused = [...marks].filter(([{ userHash }]) => !holders.has(userHash));
      await forEachConcurrent(unused, callsAtOnce, async ([user, leaving]) => {
        const condition = { condition: 'leaving = :mark', values: { ':mark': leaving } };
        await table.remove(keyOfLink({ ...click, ...user }), condition);
      });
      return holders;
    },

    async retire(click: Click, users: readonly ClickUser[]): Promise<void> {
      const keys = users.map((user) => keyOfLink({ ...click, ...user }));
      // Many users may share a click and are erased in sequence, so each link is read first.
      const links = await table.getMany<StoredLink>(keys, { consistent: true });
      const unmarked = links.filter(({ erasedAt }) => !erasedAt);
      await forEachConcurrent(unmarked, callsAtOnce, async ({ pk, sk }) => {
        const retiring = table.update({
          key: { pk, sk },
          update: 'SET erasedAt = if_not_exists(erasedAt, :at)',
          condition: 'attribute_exists(pk)',
          values: erased(),
        });
        await tookEffect(retiring);
      });
    },
  };
}
