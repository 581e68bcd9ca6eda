import type { EndedThing } from '#shared/accounts/deletion/store/recoveries.ts';
import { exportFile } from '#shared/event-log/rules/export-file.ts';
import type { Export } from '#shared/event-log/store/exports.ts';
import { epochOf } from '#shared/licences/rules/licences.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId, UserId } from '#shared/values/tenant.ts';
import type { EffectDeps } from './effect-needs.ts';

/** Objects that a session from before `sessionEpoch` created end at the recovery. `at` is ISO 8601 UTC. */
export type RecoveredAccount = { accountId: AccountId; userId: UserId; sessionEpoch: number; at: string };

type Found = Omit<EndedThing, 'kind'>;

type WayOut = {
  close?(account: RecoveredAccount, deps: EffectDeps): Promise<void>;
  list(account: RecoveredAccount, deps: EffectDeps): Promise<Found[]>;
  /** The call is idempotent. */
  end(account: RecoveredAccount, thing: Found, deps: EffectDeps): Promise<void>;
};

const filesAtOnce = 16;

const isOpenBefore =
  (at: string) =>
  ({ createdAt, status }: Pick<Export, 'createdAt' | 'status'>) =>
    createdAt < at && status !== 'failed';

/** The `items.ts` of a capability names the way that ends a kind of item, or says why the kind leads nothing out. */
export const waysOut = {
  api_key: {
    close: ({ accountId, sessionEpoch }, { keys }) => keys.refuseBefore(accountId, sessionEpoch),
    async list({ accountId, sessionEpoch }, { keys }) {
      const all = await keys.list(accountId);
      return all
        .filter((key) => !key.revokedAt && (key.sessionEpoch ?? 0) < sessionEpoch)
        .map(({ id, prefix, last4, createdAt }) => ({ id, detail: `${prefix}…${last4}`, createdAt }));
    },
    async end({ accountId }, { id }, { keys }) {
      await keys.revoke(accountId, id, () => []);
    },
  },
  webhook_endpoint: {
    close: ({ accountId, sessionEpoch }, { webhookEndpoints }) => webhookEndpoints.refuseEndpointsBefore(accountId, sessionEpoch),
    async list({ accountId, sessionEpoch }, { webhookEndpoints }) {
      const all = await webhookEndpoints.list(accountId);
      return all
        .filter((endpoint) => (endpoint.sessionEpoch ?? 0) < sessionEpoch)
        .map(({ id, url, createdAt }) => ({ id, detail: url, createdAt }));
    },
    end: ({ accountId, sessionEpoch }, { id }, { webhookEndpoints }) => webhookEndpoints.endRecovered(accountId, id, sessionEpoch),
  },
  destination: {
    close: ({ accountId, sessionEpoch }, { destinations }) => destinations.refuseDestinationsBefore(accountId, sessionEpoch),
    async list({ accountId, sessionEpoch }, { destinations }) {
      const all = await destinations.list(accountId);
      return all
        .filter((destination) => destination.sessionEpoch < sessionEpoch && destination.state !== 'off')
        .map(({ network, createdAt }) => ({ id: network, detail: '', createdAt }));
    },
    async end({ accountId, sessionEpoch }, { id }, { destinations, keys }) {
      const collecting = await destinations.endBefore(accountId, id, sessionEpoch);
      await keys.copyCollecting(accountId, collecting);
    },
  },
  team_member: {
    list: async ({ userId }, deps) =>
      (await teamsOf(userId, deps)).flatMap(({ licenceKey, members }) =>
        members.map((id) => ({ id: String(id), parent: licenceKey, detail: '', createdAt: null })),
      ),
    async end({ userId: holderId }, { id, parent = '' }, { licences }) {
      await licences.removeMember(parent, { holderId, memberId: Number(id) });
    },
  },
  team_invitation: {
    list: async ({ userId, sessionEpoch }, deps) =>
      (await teamsOf(userId, deps)).flatMap(({ licenceKey, invitations }) =>
        invitations
          .filter((invitation) => epochOf(invitation) < sessionEpoch)
          .map(({ id, email, sentAt }) => ({ id, parent: licenceKey, detail: email, createdAt: sentAt })),
      ),
    async end({ userId: holderId }, { id, parent = '' }, { teams }) {
      await teams.withdraw(parent, { holderId, id });
    },
  },
  team_membership: {
    async list({ userId }, { teams }) {
      const { joined } = await teams.keysOf(userId);
      return joined.map((id) => ({ id, detail: '', createdAt: null }));
    },
    end: ({ userId }, { id }, { teams }) => teams.leave(id, userId),
  },
  // An account may have thousands of exports, so their end may need more than one attempt.
  export: {
    async list({ accountId, at }, { exports }) {
      const before = (await exports.list(accountId)).filter(isOpenBefore(at));
      const [latest] = before
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse();
      return latest ? [{ id: 'all', detail: String(before.length), createdAt: latest }] : [];
    },
    async end({ accountId, at }, _, { exports, exportFiles }) {
      const before = (await exports.list(accountId)).filter(isOpenBefore(at));
      await forEachConcurrent(before, filesAtOnce, async (order) => {
        // An export's file is deleted first, so that a retry skips ended exports.
        if (order.status === 'completed') await exportFiles.remove(exportFile(order));
        await exports.end(order);
        if (order.status !== 'completed') await exportFiles.remove(exportFile(order));
      });
    },
  },
} as const satisfies Record<string, WayOut>;

export type WayOutName = keyof typeof waysOut;
export const wayOutNames = Object.keys(waysOut) as WayOutName[];
export const wayOut = (name: WayOutName): WayOut => waysOut[name];

async function teamsOf(userId: UserId, { teams }: Pick<EffectDeps, 'teams'>) {
  const { held: heldKeys } = await teams.keysOf(userId);
  const licenceReads = heldKeys.map(async (licenceKey) => {
    const team = await teams.read(licenceKey, userId, () => 0);
    return { licenceKey, members: team?.members ?? [], invitations: team?.invitations ?? [] };
  });
  return await Promise.all(licenceReads);
}
