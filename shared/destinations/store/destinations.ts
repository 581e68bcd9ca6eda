import { keyOf } from '#shared/destinations/items.ts';
import {
  type Collecting,
  changedDestination,
  collectingOf,
  type Destination,
  type DestinationSettings,
  type Network,
} from '#shared/destinations/rules/destination.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type Destinations = ReturnType<typeof destinationsIn>;

type Stored = { destinations: Destination[]; revision: number };
type Revision = { revision?: number; minEpoch?: number };
export type DestinationChange = { outcome: 'changed' | 'unchanged'; collecting: Collecting; destination: Destination | null };

export function destinationsIn(table: Table, { now }: { now: () => number }) {
  async function read(accountId: AccountId): Promise<Stored> {
    const { pk } = keyOf.destinationRevision(accountId);
    const items = await Array.fromAsync(table.query<Item>(pk, [' ', afterPrefix('')], { consistent: true }));
    const { sk } = keyOf.destinationRevision(accountId);
    const { revision = 0 } = (items.find((item) => item.sk === sk) ?? {}) as Revision;
    const destinations = items.filter((item) => item.kind === 'destination').map((item) => destinationOf(item as Item & Destination));
    return { destinations, revision };
  }

  /** All changes of an account are in sequence, because its keys have one copy of all destinations. */
  const write = async (accountId: AccountId, revision: number, part: Part, effects: readonly Effect[], sessionEpoch: number) => {
    const update = `SET kind = :kind, revision = :next${effects.length > 0 ? ', effects = :effects' : ''}`;
    const { condition, values } = isAt(revision);
    const notEnded = '(attribute_not_exists(minEpoch) OR minEpoch <= :epoch)';
    return await refusalOf(
      table.transact([
        part,
        {
          key: keyOf.destinationRevision(accountId),
          update,
          condition: `(${condition}) AND ${notEnded}`,
          values: {
            ...values,
            ':kind': 'destination_revision',
            ':next': revision + 1,
            ':epoch': sessionEpoch,
            ...(effects.length > 0 && { ':effects': withEffects(effects).effects }),
          },
        },
      ]),
    );
  };

  return {
    async list(accountId: AccountId): Promise<Destination[]> {
      return (await read(accountId)).destinations;
    },

    async find(accountId: AccountId, network: Network): Promise<Destination | null> {
      const item = await table.get<Item & Destination>(keyOf.destination(accountId, network), { consistent: true });
      return item && destinationOf(item);
    },

    async collecting(accountId: AccountId): Promise<Collecting> {
      const { destinations, revision } = await read(accountId);
      return collectingOf(destinations, revision);
    },

    unchangedPart: (accountId: AccountId, { revision }: Pick<Collecting, 'revision'>): Part => ({
      check: keyOf.destinationRevision(accountId),
      ...isAt(revision),
    }),

    /** Without settings, the destination is deleted. `null` means that the session is from before a recovery. */
    async change(
      accountId: AccountId,
      network: Network,
      settings: DestinationSettings | null,
      { sessionEpoch, effects }: { sessionEpoch: number; effects: readonly Effect[] },
    ): Promise<DestinationChange | null> {
      return await retryOnConflict<DestinationChange | null>('rare', async () => {
        const { destinations, revision } = await read(accountId);
        const current = destinations.find((destination) => destination.network === network) ?? null;
        const others = destinations.filter((destination) => destination !== current);
        const unchanged: DestinationChange = {
          outcome: 'unchanged',
          collecting: collectingOf(destinations, revision),
          destination: current,
        };
        const at = new Date(now()).toISOString();
        const destination = settings && changedDestination(current, network, settings, { at, sessionEpoch });
        if (settings ? !destination : !current) return unchanged;
        const key = keyOf.destination(accountId, network);
        const part: Part = destination ? { put: { ...key, kind: 'destination', ...destination } } : { remove: key };
        const refusal = await write(accountId, revision, part, effects, sessionEpoch);
        if (refusal) return Number(refusal.item?.minEpoch ?? 0) > sessionEpoch ? null : conflict;
        const collecting = collectingOf(destination ? [...others, destination] : others, revision + 1);
        return { outcome: 'changed', collecting, destination };
      });
    },

    /** Switches off what a session from before the recovery set. What a later session set stays. */
    async endBefore(accountId: AccountId, network: string, sessionEpoch: number): Promise<Collecting> {
      return await retryOnConflict('rare', async () => {
        const { destinations, revision } = await read(accountId);
        const ended = destinations.find(
          (destination) => destination.network === network && destination.sessionEpoch < sessionEpoch && destination.state !== 'off',
        );
        if (!ended) return collectingOf(destinations, revision);
        const { collectingSince: _, ...rest } = ended;
        const off: Destination = { ...rest, state: 'off', updatedAt: new Date(now()).toISOString() };
        const put = { put: { ...keyOf.destination(accountId, network), kind: 'destination', ...off } };
        if (await write(accountId, revision, put, [], sessionEpoch)) return conflict;
        return collectingOf(
          destinations.map((destination) => (destination === ended ? off : destination)),
          revision + 1,
        );
      });
    },

    async refuseDestinationsBefore(accountId: AccountId, sessionEpoch: number): Promise<void> {
      await tookEffect(
        table.update({
          key: keyOf.destinationRevision(accountId),
          update: 'SET kind = :kind, minEpoch = :epoch',
          condition: 'attribute_not_exists(minEpoch) OR minEpoch < :epoch',
          values: { ':kind': 'destination_revision', ':epoch': sessionEpoch },
        }),
      );
    },
  };
}

/** An account without a change has revision 0. */
const isAt = (revision: number) => ({
  condition: 'revision = :revision OR (:revision = :none AND attribute_not_exists(revision))',
  values: { ':revision': revision, ':none': 0 },
});

const destinationOf = ({ pk: _pk, sk: _sk, kind: _kind, ...destination }: Item & Destination): Destination => destination;
