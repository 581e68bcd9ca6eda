import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { queryKey, type Rules } from '../kit/channel-rules.ts';

export type OwnRule = Rules['rules'][number];

export function useSaveRules() {
  const queries = useQueryClient();
  return useMutation<Answer<'changeChannelRules'>, ApiError, readonly OwnRule[]>({
    mutationFn: (rules) => call('changeChannelRules', { body: { rules: [...rules] } }),
    onSuccess: (saved) => {
      queries.setQueryData<Rules>(queryKey, (before) => before && { ...before, ...saved });
      // New rules can change the channel of a tested link.
      queries.invalidateQueries({ queryKey: ['channel-preview'] });
    },
  });
}

export const conditionsOf = ({ host, source, medium, campaign_prefix: prefix }: OwnRule): string[] => [
  ...(host ? [`the page before is on ${host}`] : []),
  ...(source ? [`utm_source is ${source}`] : []),
  ...(medium ? [`utm_medium is ${medium}`] : []),
  ...(prefix ? [`the campaign begins with ${prefix}`] : []),
];

export function moved(rules: readonly OwnRule[], at: number, by: 1 | -1): OwnRule[] {
  const order = [...rules];
  const [rule] = order.splice(at, 1);
  if (rule) order.splice(at + by, 0, rule);
  return order;
}
