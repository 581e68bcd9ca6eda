import type { Session } from '#shared/domain/attribution.ts';
import { clickOf, type EarningClick } from '#shared/domain/conversions.ts';
import { maxIdentityWindowDays } from '#shared/domain/identity.ts';
import type { ConversionCaller, Environment } from '#shared/domain/keys.ts';
import { afterPrefix, keyOf } from './keys.ts';
import type { Item, Table } from './table.ts';

export type Identities = ReturnType<typeof identitiesIn>;

/** A user of an account, by the keyed hash of the account's id for it. */
export type KnownUser = { accountId: number; environment: Environment; userHash: string };
/** That a click was made by a user. The item is a record of the table's stream: events of the user may wait for it. */
export type UserClick = KnownUser & { click: EarningClick };

type UserClickItem = Item & UserClick;

const dayMs = 86_400_000;
/** Longer than the longest window, so that no answer depends on when an item expires. */
const keptMs = (maxIdentityWindowDays + 10) * dayMs;
/** Clicks of a user that are looked at. */
const maxClicks = 20;

/** Which clicks the users of an account made, as events and pages said. */
export const identitiesIn = (table: Table) => ({
  /** Notes that users made clicks; a second time changes nothing. Two writes each, 25 a call. */
  async add(userClicks: readonly UserClick[]): Promise<void> {
    const ttlOf = ({ click }: UserClick) => Math.ceil((Date.parse(click.clickedAt) + keptMs) / 1000);
    // The rows by which an erasure of a click finds the others come first.
    await table.putMany(
      userClicks.map((one) => ({
        ...keyOf.userOfClick(one.accountId, one.environment, one.click.sid, one.userHash),
        kind: 'user_of_click',
        ttl: ttlOf(one),
        clickedAt: one.click.clickedAt,
        userHash: one.userHash,
      })),
    );
    await table.putMany(
      userClicks.map((one) => ({
        ...keyOf.clickOfUser(
          one.accountId,
          one.environment,
          one.userHash,
          one.click.clickedAt,
          one.click.sid,
        ),
        kind: 'user_click',
        ttl: ttlOf(one),
        accountId: one.accountId,
        environment: one.environment,
        userHash: one.userHash,
        click: one.click,
      })),
    );
  },

  /**
   * The last click of a user in the days before an instant (epoch ms) that a key's scope covers, or `null`. An id that
   * brings so many clicks in a day is shared by many people ("guest") and finds none. One read.
   */
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
    const clicks = items.map(({ click }) => click);
    const oldest = clicks.at(-1);
    if (clicks.length === maxClicks && oldest && Date.parse(oldest.clickedAt) > before - dayMs) return null;
    const since = before - windowDays * dayMs;
    return (
      clicks.find(
        (click) => Date.parse(click.clickedAt) >= since && (pixelKey === null || click.pixelKey === pixelKey),
      ) ?? null
    );
  },

  /** The users that a click is known to be of. */
  async usersOf(accountId: number, environment: Environment, sid: string): Promise<string[]> {
    const { pk } = keyOf.userOfClick(accountId, environment, sid, '');
    const hashes: string[] = [];
    for await (const item of table.query<Item & { userHash: string }>(pk, [' ', afterPrefix('')]))
      hashes.push(item.userHash);
    return hashes;
  },
});

/** A click of a session as it is kept for its user. */
export const userClickOf = (session: Session, userHash: string): UserClick => ({
  accountId: session.accountId,
  environment: session.environment,
  userHash,
  click: clickOf(session),
});
