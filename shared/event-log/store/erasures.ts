import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { aliasesOf, type Session } from '#shared/conversions/rules/attribution.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { aliasIn, clickIdsOf } from '#shared/conversions/rules/late-match.ts';
import { clickIdsIn } from '#shared/conversions/store/event-index.ts';
import type { UserClick } from '#shared/conversions/store/identities.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { afterPrefix, keyOf } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { Selector } from './tombstones.ts';
import { tombstonesIn } from './tombstones.ts';

/**
 * How much of it, by number of events. Events received up to `until` (ISO 8601 UTC) that arrive in the index later are
 * erased then; `isLate` says that this is such a time, and that later events stay.
 */
export type Extent = { maxEvents: number; until: string; isLate?: boolean | undefined };
export type Erased = { events: number; sessions: number; isDone: boolean };
type Run = {
  accountId: number;
  /** The user to be erased, if it is one. */
  userHash?: string;
  left: number;
  until: string;
  /** The last moment of what is erased, if there is one. */
  last?: string;
  events: number;
  sessions: number;
  clicks: Set<string>;
};
/** The index items by which an event is found. */
const indexKeysOf = (event: Conversion): Key[] => {
  const { accountId, environment, eventId, externalUserHash: hash } = event;
  return [
    ...clickIdsIn(event).map((clickId) => keyOf.eventOfClick(accountId, environment, clickId, eventId)),
    ...(hash ? [keyOf.eventOfUser(accountId, environment, hash, eventId)] : []),
  ];
};

type Row = Item & { eventId: string };

const environments: readonly Environment[] = ['live', 'test'];
const eventsAtOnce = 16;

/**
 * Erases what is known of a person. The index items of events are the list of what is left: an event's goes last, so a
 * restarted erasure continues where the last one stopped. Totals and the claims on event ids stay.
 */
export function erasuresIn(table: Table, { now }: { now: () => number }) {
  const tombstones = tombstonesIn(table);
  const at = () => new Date(now()).toISOString();
  const sessionOf = async (sid: string, accountId: number) => {
    const session = await table.get<Item & Session>(keyOf.session(sid), { consistent: true });
    return session?.accountId === accountId ? session : null;
  };

  /** Every name of a click: events may carry any of them. */
  async function namesOf(accountId: number, clickId: string): Promise<string[]> {
    const alias = aliasIn(clickId);
    const sids = alias
      ? (
          await Promise.all(
            environments.map((environment) =>
              table.get<Item & { sid: string }>(
                keyOf.alias(accountId, environment, alias.name, alias.value),
                { consistent: true },
              ),
            ),
          )
        ).flatMap((item) => item?.sid ?? [])
      : [clickId];
    const sessions = await Promise.all(sids.map((sid) => sessionOf(sid, accountId)));
    return [...new Set([clickId, ...sessions.flatMap((session) => (session ? clickIdsOf(session) : []))])];
  }

  /** The events of an index partition, until there are no more (`true`) or the run has had enough. */
  async function eachEvent(
    pk: string,
    environment: Environment,
    run: Run,
    erase: (row: Row, event: Conversion) => Promise<boolean>,
  ): Promise<boolean> {
    let isDone = true;
    const work = async (rows: readonly Row[]) =>
      forEachConcurrent(rows, eventsAtOnce, async (row) => {
        const key = keyOf.conversion(run.accountId, environment, row.eventId);
        const event = await table.get<Item & Conversion>(key, { consistent: true });
        if (!event) await table.remove(row);
        else if (!run.last || event.receivedAt <= run.last) isDone = (await erase(row, event)) && isDone;
      });
    const rows: Row[] = [];
    for await (const row of table.query<Row>(pk, [' ', afterPrefix('')], { consistent: true })) {
      if (run.left <= 0) return false;
      rows.push({ pk: row.pk, sk: row.sk, eventId: row.eventId });
      if (rows.length === eventsAtOnce) await work(rows.splice(0));
      if (!isDone) return false;
    }
    await work(rows);
    return isDone;
  }

  /** Takes what is personal out of an event: its other index items first, the one that led here last. */
  async function eraseEvent(event: Conversion, row: Key, run: Run): Promise<boolean> {
    if (run.left-- <= 0) return false;
    for (const other of indexKeysOf(event)) if (other.pk !== row.pk) await table.remove(other);
    if (await blank(event)) run.events++;
    await table.remove({ pk: row.pk, sk: row.sk });
    return true;
  }

  async function blank(event: Conversion): Promise<boolean> {
    const { accountId, environment, eventId, click, conflict, erasedAt } = event;
    if (erasedAt) return false;
    const key = keyOf.conversion(accountId, environment, eventId);
    const values = { ':at': at(), ':none': '', ...(click && { ':click': { ...click, sid: '' } }) };
    const update = [
      'SET erasedAt = :at, clickId = :none',
      ...(click ? ['#click = :click'] : []),
      ...(conflict ? ['#conflict.sent.clickId = :none'] : []),
    ].join(', ');
    const stillSo = Object.entries({ click, conflict })
      .map(([name, value]) => `${value ? 'attribute_exists' : 'attribute_not_exists'}(#${name})`)
      .join(' AND ');
    const blanking = table.update({
      key,
      update: `${update} REMOVE properties, externalUserHash`,
      // `conflict` is a reserved word.
      names: { '#click': 'click', '#conflict': 'conflict' },
      values,
      condition: `attribute_exists(pk) AND attribute_not_exists(erasedAt) AND ${stillSo}`,
    });
    if (await tookEffect(blanking)) return true;
    // Erased by somebody else, or matched late or repeated in between.
    const current = await table.get<Item & Conversion>(key, { consistent: true });
    return current ? blank(current) : false;
  }

  async function eraseSession(sid: string, run: Run): Promise<void> {
    const session = await sessionOf(sid, run.accountId);
    if (!session || session.erasedAt) return;
    for (const { name, value } of aliasesOf(session))
      await table.remove(keyOf.alias(run.accountId, session.environment, name, value), {
        condition: 'sid = :sid',
        values: { ':sid': sid },
      });
    const erasing = table.update({
      key: keyOf.session(sid),
      update: 'SET erasedAt = :at, networkClickIds = :nothing, landingPage = :none REMOVE vid',
      condition: 'attribute_exists(pk) AND attribute_not_exists(erasedAt)',
      values: { ':at': at(), ':nothing': {}, ':none': '' },
    });
    if (await tookEffect(erasing)) run.sessions++;
  }

  /** Erases a click's events that are `wanted`, then its sessions. */
  async function eraseClicks(clickIds: readonly string[], run: Run, wanted: (event: Conversion) => boolean) {
    for (const environment of environments) {
      for (const clickId of clickIds) {
        const { pk } = keyOf.eventOfClick(run.accountId, environment, clickId, '');
        const isDone = await eachEvent(pk, environment, run, async (row, event) => {
          if (!wanted(event)) return true;
          return eraseEvent(event, row, run);
        });
        if (!isDone) return false;
      }
    }
    for (const clickId of clickIds) await eraseSession(clickId, run);
    // After the session, since an erased one takes no further users.
    for (const environment of environments)
      for (const clickId of clickIds) await forgetUsers(clickId, environment, run);
    return true;
  }

  /** Forgets the users of a click. The entry that leads a user's own erasure to it stays until the click is done. */
  async function forgetUsers(sid: string, environment: Environment, run: Run): Promise<void> {
    const { accountId } = run;
    const { pk } = keyOf.userOfClick(accountId, environment, sid, '');
    const rows = table.query<Item & { userHash: string; clickedAt: string }>(pk, [' ', afterPrefix('')], {
      consistent: true,
    });
    for await (const { userHash, clickedAt, sk } of rows) {
      if (userHash !== run.userHash)
        await table.remove(keyOf.clickOfUser(accountId, environment, userHash, clickedAt, sid));
      await table.remove({ pk, sk });
    }
  }

  /** Erases a click of a user, with what it did without naming one. */
  async function eraseClickOfUser(clickId: string, run: Run): Promise<boolean> {
    if (run.clicks.has(clickId)) return true;
    run.clicks.add(clickId);
    const names = await namesOf(run.accountId, clickId);
    const selector = { clickIds: names, unnamed: true } as const;
    await tombstones.add({ accountId: run.accountId, selector }, run.until);
    return eraseClicks(names, run, ({ externalUserHash }) => !externalUserHash);
  }

  /** Erases a user's events, each after its click and what else the click did without naming a user. */
  async function eraseUser(userHash: string, run: Run): Promise<boolean> {
    for (const environment of environments) {
      const { pk } = keyOf.eventOfUser(run.accountId, environment, userHash, '');
      const isDone = await eachEvent(pk, environment, run, async (row, event) => {
        for (const clickId of clickIdsIn(event)) if (!(await eraseClickOfUser(clickId, run))) return false;
        return eraseEvent(event, row, run);
      });
      if (!isDone) return false;
      const clicks = keyOf.clickOfUser(run.accountId, environment, userHash, '', '');
      const known = table.query<Item & UserClick>(clicks.pk, [' ', afterPrefix('')], { consistent: true });
      for await (const { pk: row, sk, click } of known) {
        if (run.last && click.clickedAt > run.last) continue;
        if (run.left-- <= 0 || !(await eraseClickOfUser(click.sid, run))) return false;
        await table.remove({ pk: row, sk });
      }
    }
    return true;
  }

  return {
    /** Every name of a click: events may carry any of them. */
    namesOf,

    /** Erases at most about `mostEvents` events, in both environments. A repeat continues and does no harm. */
    async erase(
      accountId: number,
      selector: Selector,
      { maxEvents, until, isLate }: Extent,
    ): Promise<Erased> {
      await tombstones.add({ accountId, selector }, until);
      const run: Run = {
        accountId,
        ...('userHash' in selector && { userHash: selector.userHash }),
        left: maxEvents,
        until,
        ...(isLate && { last: until }),
        events: 0,
        sessions: 0,
        clicks: new Set(),
      };
      const isDone =
        'userHash' in selector
          ? await eraseUser(selector.userHash, run)
          : await eraseClicks(
              selector.clickIds,
              run,
              ({ externalUserHash }) => !selector.unnamed || !externalUserHash,
            );
      return { events: run.events, sessions: run.sessions, isDone };
    },
  };
}
