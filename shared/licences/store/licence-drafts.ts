import { keyOf } from '#shared/licences/items.ts';
import { type LicenceFacts, merged, noFacts } from '#shared/licences/rules/licences.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { UserId } from '#shared/values/tenant.ts';
import { type LicenceItem, partsOf, type Stored } from './licence-items.ts';

/** Real chains of replaced keys are shorter. */
const maxKeys = 30;

type Draft = { was: LicenceItem | null; is: Stored; isReported: boolean };
export type Drafts = ReturnType<typeof newDrafts>;

function newDrafts(table: Table, now: () => number) {
  const drafts = new Map<string, Draft>();

  async function draft(licenceKey: string): Promise<Draft> {
    const draft = drafts.get(licenceKey);
    if (draft) return draft;
    const was = await table.get<LicenceItem>(keyOf.licence(licenceKey), { consistent: true });
    const at = new Date(now()).toISOString();
    const empty = {
      facts: noFacts,
      userId: null,
      members: [],
      invitations: [],
      createdAt: at,
      entitledAt: null,
    };
    const { facts, userId, members, invitations = [], createdAt, entitledAt } = was ?? empty;
    const is = { licenceKey, facts, userId, members, invitations, createdAt, entitledAt };
    const newDraft = { was, is, isReported: false };
    drafts.set(licenceKey, newDraft);
    return newDraft;
  }

  async function reach(
    from: string,
    next: (facts: LicenceFacts) => readonly string[],
    belongs: (licence: Stored) => boolean = () => true,
  ): Promise<Stored[]> {
    const reached = new Map<string, Stored>();
    for (const queue = [from]; queue.length > 0 && reached.size < maxKeys; ) {
      const licenceKey = queue.shift() as string;
      if (reached.has(licenceKey)) continue;
      const { is } = await draft(licenceKey);
      if (!belongs(is)) continue;
      reached.set(licenceKey, is);
      queue.push(...next(is.facts));
    }
    return [...reached.values()];
  }

  return {
    edit: async (licenceKey: string): Promise<Stored> => (await draft(licenceKey)).is,
    isKnown: async (licenceKey: string): Promise<boolean> => (await draft(licenceKey)).was !== null,

    async learn(licenceKey: string, facts: LicenceFacts): Promise<void> {
      const learnt = await draft(licenceKey);
      learnt.isReported = true;
      learnt.is.facts = merged(learnt.is.facts, facts);
    },

    team: (licenceKey: string) => reach(licenceKey, ({ previousKeys }) => previousKeys),
    heirs: (licenceKey: string) => reach(licenceKey, ({ successorKeys }) => successorKeys),

    async handTo(licenceKey: string, userId: UserId | null): Promise<void> {
      const { userId: before } = (await draft(licenceKey)).is;
      const chain = await reach(
        licenceKey,
        ({ previousKeys, successorKeys }) => [...previousKeys, ...successorKeys],
        (licence) => licence.userId === before,
      );
      for (const licence of chain) licence.userId = userId;
    },

    parts: (): Part[] => [...drafts.values()].flatMap(({ was, is, isReported }) => (was || isReported ? partsOf(was, is, now()) : [])),
  };
}

export async function changeLicences<A>(
  table: Table,
  now: () => number,
  change: (drafts: Drafts) => Promise<{ answer: A; also?: readonly Part[] }>,
): Promise<A> {
  return await retryOnConflict('busy', async () => {
    const drafts = newDrafts(table, now);
    const { answer, also = [] } = await change(drafts);
    const parts = [...drafts.parts(), ...also];
    return parts.length === 0 || (await tookEffect(table.transact(parts))) ? answer : conflict;
  });
}
