import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Channel } from '#shared/clicks/rules/channels.ts';
import type { AccountChannelRule } from '#shared/clicks/rules/classify.ts';
import type { Traffic, TrafficSignal } from '#shared/clicks/rules/traffic.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { Progress } from './steps.ts';

export type Move = {
  environment: Environment;
  from: Channel | Traffic;
  to: Channel | Traffic;
  clicks: number;
};

export type AppliedTrafficRules = {
  version: number;
  staffNetworks: readonly string[];
  rulesOff: readonly TrafficSignal[];
};

/** The counts include each click and event once, even after a crash. */
export type Counts = {
  clicks: number;
  /** Erased and older clicks keep their channel and verdict. */
  kept: number;
  moves: readonly Move[];
  events: number;
};

/** An application keeps the rules of its request, even if they change later. */
export type RuleApplication = Counts & {
  id: string;
  accountId: AccountId;
  isDry: boolean;
  /** The UTC days are both included. */
  from: string;
  to: string;
  channelVersion: number;
  channelRules: readonly AccountChannelRule[];
  listVersion: string;
  trafficRules?: AppliedTrafficRules;
  /** The same request continues a failed application. */
  status: 'running' | 'completed' | 'replaced' | 'failed';
  progress: Progress | null;
  /** A settled application has also found the clicks and events that arrived meanwhile. */
  isSettled: boolean;
  createdAt: string;
  completedAt?: string;
  change: number;
};

export type ApplicationOrder = Pick<
  RuleApplication,
  'accountId' | 'isDry' | 'from' | 'to' | 'channelVersion' | 'channelRules' | 'listVersion' | 'trafficRules' | 'createdAt'
>;

export const noCounts: Counts = { clicks: 0, kept: 0, moves: [], events: 0 };

export type RulesKind = 'channel' | 'traffic';
export const kindOf = ({ trafficRules }: Pick<RuleApplication, 'trafficRules'>): RulesKind => (trafficRules ? 'traffic' : 'channel');

/** Equal requests of a day have one ID, and IDs sort by day. */
export const applicationId = (order: ApplicationOrder, random: string): string => {
  const { isDry, from, channelVersion, listVersion, trafficRules, createdAt } = order;
  const day = createdAt.slice(0, 10);
  const rules = trafficRules ? trafficRules.version : `${channelVersion} ${listVersion}`;
  return isDry ? `${dryPrefix}${day}_${random}` : `${appliedPrefixes[kindOf(order)]}${day}_${sha256(`${from} ${rules}`).slice(0, 12)}`;
};
export const appliedPrefixes = { channel: 'apply_', traffic: 'traffic_' } as const;
const dryPrefix = 'dry_';

export function addCounts(counts: Counts, more: Counts): Counts {
  const moves = new Map<string, Move>();
  for (const move of [...counts.moves, ...more.moves]) {
    const id = `${move.environment} ${move.from} ${move.to}`;
    moves.set(id, { ...move, clicks: move.clicks + (moves.get(id)?.clicks ?? 0) });
  }
  return {
    clicks: counts.clicks + more.clicks,
    kept: counts.kept + more.kept,
    moves: [...moves].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, move]) => move),
    events: counts.events + more.events,
  };
}

export const movedClicks = ({ moves }: Pick<Counts, 'moves'>): number => moves.reduce((sum, { clicks }) => sum + clicks, 0);
