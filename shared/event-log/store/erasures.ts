import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { erasedFacts } from '#shared/clicks/rules/click-facts.ts';
import { keyOf } from '#shared/conversions/items.ts';
import { withoutNotes } from '#shared/conversions/rules/adjustments.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { aliasesOf, aliasIn, clickIdsOf, storedValues } from '#shared/conversions/rules/click-id.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { clickIdsIn } from '#shared/conversions/store/event-index.ts';
import { linkOfEvent, type UserClick, type UserLink } from '#shared/conversions/store/identities.ts';
import { keptMatchKeysIn } from '#shared/destinations/store/kept-match-keys.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { linkErasuresIn } from './link-erasures.ts';
import type { Selector } from './tombstones.ts';
import { tombstonesIn } from './tombstones.ts';

/** Events up to `until` (ISO 8601 UTC) that arrive later are erased with `isLate`. */
export type Extent = { maxEvents: number; until: string; isLate?: boolean | undefined };
export type Erased = { events: number; clicks: number; isDone: boolean };
type Run = {
  accountId: AccountId;
  userHash?: string;
  left: number;
  until: string;
  last?: string;
  events: number;
  erasedClicks: number;
  visitedClicks: Set<string>;
  noted: Set<string>;
};
const indexKeysOf = (event: Conversion): Key[] => {
  const { accountId, environment, eventId, externalUserHash: hash } = event;
  return [
    ...clickIdsIn(event).map((clickId) => keyOf.eventOfClick(accountId, environment, clickId, eventId)),
    ...(hash ? [keyOf.eventOfUser(accountId, environment, hash, eventId)] : []),
  ];
};

type Row = Item & { eventId: string } & Partial<Pick<UserLink, 'userHash' | 'clickedAt'>>;

const environments: readonly Environment[] = ['live', 'test'];
const workAtOnce = 16;

/**
 * A restarted erasure continues, because an event's index items and a user's link are removed last. Totals and claims
 * stay.
 */
export function erasuresIn(table: Table, { now }: { now: () => number }) {
  const tombstones = tombstonesIn(table);
  const matchKeys = keptMatchKeysIn(table);
  const links = linkErasuresIn(table, { now });
  const at = () => new Date(now()).toISOString();
  const clickOf = async (sid: string, accountId: AccountId) => {
    const click = await table.get<Item & Click>(keyOf.click(sid), { consistent: true });
    return click?.accountId === accountId ? click : null;
  };

  async function namesOf(accountId: AccountId, clickId: string): Promise<string[]> {
    const alias = aliasIn(clickId);
    const sids = alias
      ? (
          await Promise.all(
            environments.flatMap((environment) =>
              storedValues(alias.value).map((value) =>
                table.get<Item & { sid: string }>(keyOf.alias(accountId, environment, alias.name, value), { consistent: true }),
              ),
            ),
          )
        ).flatMap((item) => item?.sid ?? [])
      : [clickId];
    const clicks = await Promise.all(sids.map((sid) => clickOf(sid, accountId)));
    return [...new Set([clickId, ...clicks.flatMap((click) => (click ? clickIdsOf(click) : []))])];
  }

  async function eachOf<T>(all: AsyncIterable<T>, run: Run, work: (item: T) => Promise<boolean>): Promise<boolean> {
    let isDone = true;
    const takeIn = (some: readonly T[]) =>
      forEachConcurrent(some, workAtOnce, async (item) => {
        isDone = (await work(item)) && isDone;
      });
    const batch: T[] = [];
    for await (const item of all) {
      if (run.left <= 0) return false;
      batch.push(item);
      if (batch.length === workAtOnce) await takeIn(batch.splice(0));
      if (!isDone) return false;
    }
    await takeIn(batch);
    return isDone;
  }

  const eachEvent = (
    pk: string,
    environment: Environment,
    run: Run,
    erase: (row: Row, event: Conversion) => Promise<boolean>,
    concerns: (row: Row) => boolean = () => true,
  ): Promise<boolean> =>
    eachOf(rowsOf(pk, concerns), run, async (row) => {
      const key = keyOf.conversion(run.accountId, environment, row.eventId);
      const event = await table.get<Item & Conversion>(key, { consistent: true });
      if (!event) await table.remove({ pk: row.pk, sk: row.sk });
      else if (!run.last || event.receivedAt <= run.last) return erase(row, event);
      return true;
    });

  async function* rowsOf(pk: string, concerns: (row: Row) => boolean): AsyncGenerator<Row> {
    for await (const row of table.query<Row>(pk, [' ', afterPrefix('')], { consistent: true })) if (concerns(row)) yield row;
  }

  async function eraseEvent(event: Conversion, row: Key, run: Run): Promise<boolean> {
    if (run.left-- <= 0) return false;
    // Match keys come before the row, so that a restarted erasure finds them.
    await matchKeys.remove(event);
    for (const other of indexKeysOf(event)) if (other.pk !== row.pk) await table.remove(other);
    if (await blank(event)) run.events++;
    await table.remove({ pk: row.pk, sk: row.sk });
    return true;
  }

  async function blank(event: Conversion): Promise<boolean> {
    const { accountId, environment, eventId, click, conflict, adjustments, erasedAt } = event;
    if (erasedAt) return false;
    const key = keyOf.conversion(accountId, environment, eventId);
    const version = event.adjustmentsVersion;
    const values = {
      ':at': at(),
      ':none': '',
      ...(adjustments && { ':adjustments': withoutNotes(adjustments) }),
      ...(version !== undefined && { ':version': version }),
    };
    const update = [
      'SET erasedAt = :at, clickId = :none',
      ...(click ? ['#click.sid = :none'] : []),
      ...(conflict ? ['#conflict.sent.clickId = :none'] : []),
      ...(adjustments ? ['adjustments = :adjustments'] : []),
    ].join(', ');
    const stillSo = Object.entries({ click, conflict })
      .map(([name, value]) => `${value ? 'attribute_exists' : 'attribute_not_exists'}(#${name})`)
      .join(' AND ');
    const blanking = table.update({
      key,
      update: `${update} REMOVE properties, externalUserHash`,
      names: { '#click': 'click', '#conflict': 'conflict' },
      values,
      condition: `attribute_exists(pk) AND attribute_not_exists(erasedAt) AND ${stillSo} AND ${version === undefined ? 'attribute_not_exists(adjustmentsVersion)' : 'adjustmentsVersion = :version'}`,
    });
    if (await tookEffect(blanking)) return true;
    const current = await table.get<Item & Conversion>(key, { consistent: true });
    return current ? blank(current) : false;
  }

  async function eraseClick(sid: string, run: Run): Promise<void> {
    const click = await clickOf(sid, run.accountId);
    if (!click || click.erasedAt) return;
    for (const { name, value } of aliasesOf(click))
      await table.remove(keyOf.alias(run.accountId, click.environment, name, value), {
        condition: 'sid = :sid',
        values: { ':sid': sid },
      });
    const facts = click.facts ? erasedFacts.map((name, index) => [`#fact${index}`, name] as const) : [];
    const removed = ['vid', 'visit', 'truncated', ...facts.map(([placeholder]) => `facts.${placeholder}`)];
    const erasing = table.update({
      key: keyOf.click(sid),
      update: `SET erasedAt = :at, networkClickIds = :nothing, landingPage = :none REMOVE ${removed.join(', ')}`,
      ...(click.facts && { names: Object.fromEntries(facts) }),
      condition: 'attribute_exists(pk) AND attribute_not_exists(erasedAt)',
      values: { ':at': at(), ':nothing': {}, ':none': '' },
    });
    if (await tookEffect(erasing)) run.erasedClicks++;
  }

  async function eraseClicks(clickIds: readonly string[], run: Run, unnamed: boolean): Promise<boolean> {
    for (const environment of environments) {
      for (const clickId of clickIds) {
        const { pk } = keyOf.eventOfClick(run.accountId, environment, clickId, '');
        const erase = async (row: Row, event: Conversion) => {
          if (unnamed && event.externalUserHash) return true;
          if (!unnamed) await noteUser({ accountId: run.accountId, environment, sid: clickId }, row, event, run);
          return eraseEvent(event, row, run);
        };
        const isDone = await eachEvent(pk, environment, run, erase, (row) => !unnamed || !row.userHash);
        if (!isDone) return false;
      }
    }
    for (const clickId of clickIds) await eraseClick(clickId, run);
    // An erased click takes no further users, so it is erased before its users are read.
    const sids = clickIds.filter((clickId) => !aliasIn(clickId));
    for (const environment of environments) for (const sid of sids) await forgetUsers(sid, environment, run);
    return true;
  }

  /** The link that leads to an event is noted before the event's erasure, and ended after it. */
  async function noteUser(
    click: Pick<UserLink, 'accountId' | 'environment' | 'sid'>,
    { userHash, clickedAt }: Row,
    event: Conversion,
    run: Run,
  ): Promise<void> {
    const link = userHash && clickedAt ? { ...click, userHash, clickedAt } : linkOfEvent(event);
    if (!link) return;
    const name = JSON.stringify(link);
    if (run.noted.has(name)) return;
    run.noted.add(name);
    await links.note(link);
  }

  /** The link that leads to a click stays until the click is erased. */
  async function forgetUsers(sid: string, environment: Environment, run: Run): Promise<void> {
    const { accountId } = run;
    const { pk } = keyOf.userOfClick(accountId, environment, sid, '');
    const storedLinks = await Array.fromAsync(
      table.query<Item & { userHash: string; clickedAt: string }>(pk, [' ', afterPrefix('')], {
        consistent: true,
      }),
    );
    const click = { accountId, environment, sid };
    const areOthers = ({ userHash }: { userHash: string }) => userHash !== run.userHash;
    const holders = await links.end(click, storedLinks.filter(areOthers));
    await links.retire(click, [...holders.values()].filter(areOthers));
    await forEachConcurrent(storedLinks, workAtOnce, async ({ sk }) => void (await table.remove({ pk, sk })));
  }

  async function eraseClickOfUser(clickId: string, run: Run): Promise<boolean> {
    if (run.visitedClicks.has(clickId)) return true;
    run.visitedClicks.add(clickId);
    const names = await namesOf(run.accountId, clickId);
    const selector = { clickIds: names, unnamed: true } as const;
    await tombstones.add({ accountId: run.accountId, selector }, run.until);
    return eraseClicks(names, run, true);
  }

  async function eraseUser(userHash: string, run: Run): Promise<boolean> {
    const erase = async (row: Row, event: Conversion) => {
      for (const clickId of clickIdsIn(event)) if (!(await eraseClickOfUser(clickId, run))) return false;
      return eraseEvent(event, row, run);
    };
    for (const environment of environments) {
      const { accountId } = run;
      const { pk } = keyOf.eventOfUser(accountId, environment, userHash, '');
      if (!(await eachEvent(pk, environment, run, erase))) return false;
      const clicks = keyOf.clickOfUser(accountId, environment, userHash, '', '');
      const userClicks = table.query<Item & UserClick>(clicks.pk, [' ', afterPrefix('')], {
        consistent: true,
      });
      const isDone = await eachOf(userClicks, run, async ({ click: { sid, clickedAt } }) => {
        const isLater = run.last !== undefined && clickedAt > run.last;
        if (!isLater && !(await eraseClickOfUser(sid, run))) return false;
        const rows = keyOf.eventOfClick(accountId, environment, sid, '');
        const isOurs = (row: Row) => row.userHash === userHash;
        if (!(await eachEvent(rows.pk, environment, run, erase, isOurs))) return false;
        // By another machine's clock, a click can be later than its event.
        if (!run.visitedClicks.has(sid)) return true;
        const holders = await links.end({ accountId, environment, sid }, [{ userHash, clickedAt }]);
        // Links that stay do not count as work, or the run would never get past them.
        if (!holders.has(userHash)) run.left--;
        return true;
      });
      if (!isDone) return false;
    }
    return true;
  }

  return {
    namesOf,

    /** Erases about `maxEvents` events. The call is idempotent. */
    async erase(accountId: AccountId, selector: Selector, { maxEvents, until, isLate }: Extent): Promise<Erased> {
      await tombstones.add({ accountId, selector }, until);
      const run: Run = {
        accountId,
        ...('userHash' in selector && { userHash: selector.userHash }),
        left: maxEvents,
        until,
        ...(isLate && { last: until }),
        events: 0,
        erasedClicks: 0,
        visitedClicks: new Set(),
        noted: new Set(),
      };
      const isDone =
        'userHash' in selector
          ? await eraseUser(selector.userHash, run)
          : await eraseClicks(selector.clickIds, run, selector.unnamed ?? false);
      return { events: run.events, clicks: run.erasedClicks, isDone };
    },
  };
}
