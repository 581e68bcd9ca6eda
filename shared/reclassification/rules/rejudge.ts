import { ipNetworkOf } from '#shared/accounts/rules/ip-network.ts';
import { addressesIn } from '#shared/clicks/rules/staff-networks.ts';
import { type Traffic, type TrafficSignal, type Verdict, verdictOf, withSignals } from '#shared/clicks/rules/traffic.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { AppliedTrafficRules, RuleApplication } from './applications.ts';

export type TrafficApplication = RuleApplication & { trafficRules: AppliedTrafficRules };
/** The hashes of staff networks are `null` if the key of the day is destroyed. */
export type StaffOfDay = ReadonlySet<string> | null;

export function staffOfDay(
  networks: readonly string[],
  accountId: AccountId,
  hash: ((accountId: AccountId, ipNetwork: string) => string) | null,
): StaffOfDay {
  if (!hash) return null;
  return new Set(networks.flatMap(addressesIn).map((address) => hash(accountId, ipNetworkOf(address))));
}

/** Without the hash key of the click's day, the click keeps its stored `internal_network` signal. */
export function rejudged(
  { facts }: Click,
  { rulesOff }: Pick<AppliedTrafficRules, 'rulesOff'>,
  staff: StaffOfDay,
): { signals: TrafficSignal[]; verdict: Verdict } {
  const { signals: storedSignals = [], network: ipNetwork } = facts ?? {};
  const isStaff = ipNetwork && staff ? staff.has(ipNetwork) : storedSignals.includes('internal_network');
  const others = storedSignals.filter((signal) => signal !== 'internal_network');
  const signals = withSignals(others, isStaff ? ['internal_network'] : []);
  return { signals, verdict: verdictOf(signals, rulesOff) };
}

export const isJudged = ({ facts }: Click, { signals, verdict }: { signals: readonly TrafficSignal[]; verdict: Verdict }): boolean =>
  facts?.traffic === verdict.traffic && facts.trafficRule === verdict.trafficRule && (facts.signals ?? []).join() === signals.join();

export function judgedFrom({ judged = '' }: Pick<Click, 'judged'>, applicationId: string) {
  const [id, from] = judged.split(' ');
  return id === applicationId ? (from as Traffic) : undefined;
}
