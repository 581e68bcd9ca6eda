import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../core/api.ts';

export type Rules = Answer<'readChannelRules'>;

export const queryKey = ['channel-rules'];
export const useRules = () => useQuery({ queryKey, queryFn: () => call('readChannelRules', {}) });

export function ruleText(code: string, rules: Rules['default_rules'] = []): string {
  const [name = ''] = code.split('@');
  if (name.startsWith('account.')) return `Your rule ${name.slice('account.'.length)}`;
  const rule = rules.find(({ id }) => id === name);
  return rule ? `${rule.number}. ${rule.when}` : code;
}
