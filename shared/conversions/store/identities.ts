import type { ConversionCaller, Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/conversions/items.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { type Conversion, clickOf, type EarningClick } from '#shared/conversions/rules/conversions.ts';
import { maxIdentifiedUsers, maxIdentityWindowDays } from '#shared/conversions/rules/identity.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type Identities = ReturnType<typeof identitiesIn>;

export type KnownUser = { accountId: AccountId; environment: Environment; userHash: string };
/** Events of the user may wait for this item, so the stream contains it. */
export type UserClick = KnownUser & { click: EarningClick };
/** The sort key of the last item of the page before. */
export type PlaceInIndex = { after: string | undefined; limit: number };
export type UserLink = KnownUser & Pick<EarningClick, 'sid' | 'clickedAt'>;

/** A click with `erasedAt` earns nothing. An item with `leaving` may be removed. */
type UserClickItem = Item & UserClick & { erasedAt?: string; leaving?: string; ttl?: number };

/** The longest attribution window is shorter, so no answer depends on the expiry. */
const retentionMs = days(maxIdentityWindowDays + 10);
const callsAtOnce = 16;
const maxClicks = 20;

export const identitiesIn = (table: Table) => ({
  async add(events: readonly Conversion[]): Promise<void> {
    const links = new Map(events.flatMap(itemOfEvent).map((item) => [idOf(item), item]));
    const keys = [...links.values()].map(({ pk, sk }) => ({ pk, sk }));
    const storedLinks = await table.getMany<UserClickItem>(keys, { consistent: true });
    const keep = ({ pk, sk }: Key) =>
      tookEffect(
        table.update({
          key: { pk, sk },
          update: 'REMOVE #ttl, leaving',
          condition: 'attribute_exists(pk)',
          names: { '#ttl': 'ttl' },
        }),
      );
    await forEachConcurrent(storedLinks, callsAtOnce, async (item) => {
      const isKept = !item.ttl && !item.leaving;
      if (isKept || (await keep(item))) links.delete(idOf(item));
    });
    await table.putMany([...links.values()]);
  },

  /** The three writes are one transaction, so an erasure finds all or none. */
  async identify(click: Click, userHash: string): Promise<void> {
    if ((click.identifiedUsers ?? 0) >= maxIdentifiedUsers) return;
    const { sid, accountId, environment } = click;
    const earning = clickOf(click);
    const { clickedAt } = earning;
    const ttl = Math.ceil((Date.parse(clickedAt) + retentionMs) / 1000);
    const userOfClick = {
      ...keyOf.userOfClick(accountId, environment, sid, userHash),
      kind: 'user_of_click',
      ttl,
      clickedAt,
      userHash,
    };
    const link = { ...clickOfUser({ accountId, environment, userHash, click: earning }), ttl };
    await tookEffect(
      table.transact([
        {
          key: keyOf.click(sid),
          update: 'ADD identifiedUsers :one',
          condition:
            'attribute_exists(pk) AND attribute_not_exists(erasedAt) AND ' +
            '(attribute_not_exists(identifiedUsers) OR identifiedUsers < :max)',
          values: { ':one': 1, ':max': maxIdentifiedUsers },
        },
        { put: userOfClick, condition: 'attribute_not_exists(pk)' },
        // A link that an event needs has no expiry, and must not get one here.
        { put: link, condition: 'attribute_not_exists(pk)' },
      ]),
    );
  },

  async moveLink(
    link: UserLink,
    facts: Pick<EarningClick, 'channel'> | Pick<EarningClick, 'traffic'> | Required<Pick<EarningClick, 'consent'>>,
  ) {
    const [[name, value]] = Object.entries(facts) as [[string, unknown]];
    await tookEffect(
      table.update({
        key: keyOfLink(link),
        update: 'SET #click.#name = :value',
        condition:
          'consent' in facts
            ? 'attribute_exists(pk) AND (attribute_not_exists(#click.#name) OR #click.#name.#at <= :at)'
            : 'attribute_exists(pk)',
        names: { '#click': 'click', '#name': name, ...('consent' in facts && { '#at': 'at' }) },
        values: { ':value': value, ...('consent' in facts && { ':at': facts.consent.at }) },
      }),
    );
  },

  async *linksOfClick({ sid, accountId, environment, createdAt }: Click): AsyncGenerator<UserLink> {
    const { pk } = keyOf.userOfClick(accountId, environment, sid, '');
    const range = [' ', afterPrefix('')] as const;
    for await (const { sk: userHash } of table.query<Item>(pk, range, { consistent: true }))
      yield { accountId, environment, userHash, sid, clickedAt: createdAt };
  },

  /** Returns the clicks of a user in the order of their sort keys, each with its key. */
  async clicksOfUser(
    { accountId, environment, userHash }: KnownUser,
    { after, limit }: PlaceInIndex,
  ): Promise<{ place: string; click: EarningClick }[]> {
    const { pk } = keyOf.clickOfUser(accountId, environment, userHash, '', '');
    const from = after === undefined ? ' ' : `${after} `;
    const clicks: { place: string; click: EarningClick }[] = [];
    for await (const item of table.query<UserClickItem>(pk, [from, afterPrefix('')], { consistent: true, pageItems: limit })) {
      clicks.push({ place: item.sk, click: item.click });
      if (clicks.length === limit) break;
    }
    return clicks;
  },

  /** An ID with many clicks in a day is shared, such as "guest". Makes one read. */
  async lastClick(
    userHash: string,
    { accountId, environment, pixelKey }: Pick<ConversionCaller, 'accountId' | 'environment' | 'pixelKey'>,
    { before, windowDays }: { before: number; windowDays: number },
    { consistent = false } = {},
  ): Promise<EarningClick | null> {
    const { pk } = keyOf.clickOfUser(accountId, environment, userHash, '', '');
    const { items } = await table.last<UserClickItem>(pk, {
      before: afterPrefix(`${new Date(before).toISOString()}#`),
      limit: maxClicks,
      consistent,
    });
    const clicks = items.flatMap(({ click, erasedAt }) => (erasedAt ? [] : [click]));
    const oldest = clicks.at(-1);
    if (clicks.length === maxClicks && oldest && Date.parse(oldest.clickedAt) > before - days(1)) return null;
    const since = before - days(windowDays);
    return clicks.find((click) => Date.parse(click.clickedAt) >= since && (pixelKey === null || click.pixelKey === pixelKey)) ?? null;
  },
});

export const keyOfLink = ({ accountId, environment, userHash, clickedAt, sid }: UserLink): Key =>
  keyOf.clickOfUser(accountId, environment, userHash, clickedAt, sid);

export function linkOfEvent(event: Conversion): UserLink | null {
  const { accountId, environment, externalUserHash: userHash, click, matchedBy } = event;
  if (!userHash || !click?.sid || matchedBy) return null;
  return { accountId, environment, userHash, sid: click.sid, clickedAt: click.clickedAt };
}

function itemOfEvent(event: Conversion): (Item & UserClick)[] {
  const { click } = event;
  const link = linkOfEvent(event);
  return link && click ? [clickOfUser({ ...link, click })] : [];
}

const clickOfUser = ({ accountId, environment, userHash, click }: UserClick): Item & UserClick => ({
  ...keyOfLink({ accountId, environment, userHash, ...click }),
  kind: 'user_click',
  accountId,
  environment,
  userHash,
  click,
});

const idOf = ({ pk, sk }: Key) => JSON.stringify([pk, sk]);
