import { isDay } from '../kit/dates.ts';
import { textOf, without } from '../kit/filter.ts';

export type ChannelsSearch = {
  link?: string;
  referrer?: string;
  from?: string;
  run?: string;
};

export const channelsSearch = (search: Record<string, unknown>): ChannelsSearch =>
  without({
    link: textOf(search.link, 8192),
    referrer: textOf(search.referrer, 8192),
    from: isDay(search.from) ? search.from : undefined,
    run: textOf(search.run, 100),
  });
