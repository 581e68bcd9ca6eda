import type { AccountChannelRule } from './classify.ts';
import type { TrafficSignal } from './traffic.ts';

/** How an account has its clicks judged. Each of its public keys has a copy, so that a click costs no read of it. */
export type ClickRules = {
  /** One more with each change: an older copy never replaces a newer one. */
  revision: number;
  /** Of the channel rules: stored with each click that one of them names. */
  channelVersion: number;
  channelRules: readonly AccountChannelRule[];
  trafficVersion: number;
  /** Networks of the account's staff, in CIDR form. */
  staffNetworks: readonly string[];
  trafficRulesOff: readonly TrafficSignal[];
};

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

/** What an account changes of its rules. */
export type ClickRuleChanges = Partial<
  Pick<ClickRules, 'channelRules' | 'staffNetworks' | 'trafficRulesOff'>
>;

/** The rules after a change; the same object if nothing differs. */
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

/** Whether two lists are equal, whatever the order of the fields of their entries. */
const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((entry, at) => textOf(entry) === textOf(b[at]));

const textOf = (entry: unknown): string =>
  typeof entry === 'object' && entry !== null
    ? JSON.stringify(
        Object.entries(entry)
          .filter(([, value]) => value !== undefined)
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      )
    : JSON.stringify(entry);
