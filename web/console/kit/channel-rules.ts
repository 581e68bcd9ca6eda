import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../core/api.ts';

export type Rules = Answer<'readChannelRules'>;

export const queryKey = ['channel-rules'];
export const useRules = () => useQuery({ queryKey, queryFn: () => call('readChannelRules', {}) });

export function ruleText(code: string, rules: Rules['default_rules'] = []): string {
  if (code.startsWith('account.')) return 'A rule of yours';
  const rule = rules.find(({ id }) => id === code.split('@')[0]);
  return rule ? `${rule.number}. ${rule.when}` : code;
}
