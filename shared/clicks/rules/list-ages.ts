import { days } from '#shared/values/durations.ts';
import { clickParametersChecked } from './click-parameters.ts';
import { userAgentsChecked } from './further-bots.ts';
import { listSources, listVersion } from './host-kinds.ts';

export const oldAfterDays = 180;

/** Networks, crawlers and sites change their names, and a list that is not compared loses clicks in silence. */
const lists = [
  { name: 'click_parameters', ...clickParametersChecked },
  { name: 'user_agents', ...userAgentsChecked },
  { name: 'hosts', checkedOn: listVersion, source: listSources.map(({ name }) => name).join(', ') },
] as const;
export const listNames = lists.map(({ name }) => name);

export const listAges = (now: number) => lists.map((list) => ({ ...list, isOld: now - Date.parse(list.checkedOn) > days(oldAfterDays) }));
