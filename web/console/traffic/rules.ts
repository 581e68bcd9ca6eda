import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../core/api.ts';

export type Report = Answer<'reportTraffic'>;
export type Rules = Answer<'readTrafficRules'>;
export type Rule = Rules['rules'][number];
export type RuleId = Rule['id'];
export type DryRun = NonNullable<Answer<'changeTrafficRules'>['would']>;

export const queryKey = ['traffic-rules'];
export const useRules = () => useQuery({ queryKey, queryFn: () => call('readTrafficRules', {}) });

export const ruleTitles: Record<RuleId, string> = {
  internal_network: 'Network of your staff',
  internal_visitor: 'Marked as your staff',
  preview_host: 'Preview of your site',
  counted_event: 'Proved by an event',
  bot_user_agent: 'Crawler or other bot',
  no_user_agent: 'No user agent',
  webdriver: 'Driven browser',
  prefetch: 'Loaded, not opened',
  data_centre: 'Data centre',
  shared_click_id: 'Shared click ID',
  click_flood: 'Flood of clicks',
};

export const rulesOffAfter = ({ rules_off: off }: Rules, { id, is_on: isOn }: Rule): RuleId[] =>
  isOn ? [...off, id] : off.filter((other) => other !== id);
