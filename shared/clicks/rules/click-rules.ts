import type { AccountChannelRule } from './classify.ts';
import type { TrafficSignal } from './traffic.ts';

/** Each public key stores a copy, so a click reads no rules. */
export type ClickRules = {
  /** A copy of a lower revision never replaces a newer copy. */
  revision: number;
  channelVersion: number;
  channelRules: readonly AccountChannelRule[];
  trafficVersion: number;
  staffNetworks: readonly string[];
  trafficRulesOff: readonly TrafficSignal[];
};

export const maxClickWindowDays = 90;
export const maxChannelRules = 50;
export const maxStaffNetworks = 50;

export const noClickRules: ClickRules = {
  revision: 0,
  channelVersion: 0,
  channelRules: [],
  trafficVersion: 0,
  staffNetworks: [],
  trafficRulesOff: [],
};

export type ClickRuleChanges = Partial<Pick<ClickRules, 'channelRules' | 'staffNetworks' | 'trafficRulesOff'>>;

export function changedRules(rules: ClickRules, changes: ClickRuleChanges): ClickRules {
  const differs = (names: readonly (keyof ClickRuleChanges)[]) =>
    names.some((name) => changes[name] !== undefined && !isSame(changes[name], rules[name]));
  const [channels, traffic] = [differs(['channelRules']), differs(['staffNetworks', 'trafficRulesOff'])];
  if (!channels && !traffic) return rules;
  return {
    ...rules,
    ...changes,
    revision: rules.revision + 1,
    channelVersion: rules.channelVersion + (channels ? 1 : 0),
    trafficVersion: rules.trafficVersion + (traffic ? 1 : 0),
  };
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((entry, at) => textOf(entry) === textOf(b[at]));

const textOf = (entry: unknown): string =>
  typeof entry === 'object' && entry !== null
    ? JSON.stringify(
        Object.entries(entry)
          .filter(([, value]) => value !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : JSON.stringify(entry);
